import { chromium } from 'playwright-core'
const [,, base, key, out, ...paths] = process.argv
const password='correct horse battery'
const browser = await chromium.launch({ executablePath:'/usr/bin/chromium', args:['--no-sandbox','--disable-gpu'] })
for (const [name,w,h] of [['d',1440,900],['t',820,1100],['p',390,844]]) for (const theme of ['light','dark']) {
  if (name==='t' && theme==='dark') continue
  const ctx = await browser.newContext({ viewport:{width:w,height:h}, colorScheme: theme, reducedMotion:'reduce', deviceScaleFactor:1 })
  const page = await ctx.newPage()
  page.on('pageerror', e => console.log('ERR', e.message)); page.on('console', m => { if (m.type()==='error') console.log('CON', m.text()) })
  for (const path of paths) {
    if (!path.startsWith('/welcome') && !path.startsWith('/sign-in') && !path.startsWith('/join') && !ctx.in) {
      await page.request.post(base+'/api/v1/auth/browser', { data: { email:'owner@atelier.local', password } }); ctx.in = true
    }
    await page.goto(base+path); await page.waitForTimeout(1500)
    await page.screenshot({ path: `${out}/${path.replace(/[^a-z0-9]+/gi,'_')}-${name}-${theme}.png` })
  }
  await ctx.close()
}
await browser.close()

import { expect, test } from 'vitest'
import { chooseDevice, type Device, probeDevice } from './probe-device.ts'

const only = (working: Device[]) => async (device: Device) =>
  working.includes(device) ? undefined : 'no driver'

test.each([
  ['auto', ['cuda', 'webgpu'], 'cuda'],
  ['auto', ['webgpu'], 'webgpu'],
  ['auto', [], 'cpu'],
  ['cpu', ['cuda'], 'cpu'],
  ['webgpu', ['cuda', 'webgpu'], 'webgpu'],
  ['cuda', ['webgpu'], 'cpu'],
] as const)('%s with %s uses %s', async (setting, working, device) => {
  expect((await chooseDevice(setting, only([...working]))).device).toBe(device)
})

test('the reason names what failed', async () => {
  const { reason } = await chooseDevice('auto', only([]))
  expect(reason).toBe('no GPU is usable (cuda: no driver; webgpu: no driver)')
})

test('the probe calculates on a device, and says why it cannot', async () => {
  expect(await probeDevice('cpu')).toBeUndefined()
  expect(await probeDevice('cuda')).toMatch(/\S/)
})

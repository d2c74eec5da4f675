import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { programFile } from '../../lib/installation.ts'

export const devices = ['cpu', 'webgpu', 'cuda'] as const
export type Device = (typeof devices)[number]
export const deviceSettings = ['auto', ...devices] as const
export type DeviceSetting = (typeof deviceSettings)[number]

export interface ChosenDevice {
  device: Device
  /** Why, for the log and `atelier doctor`. */
  reason: string
}

/** Loading a GPU driver takes seconds on a cold machine. */
const timeoutMs = 60_000

/** Returns undefined if the device works, or else why it doesn't. */
export type ProbeDevice = (device: Device) => Promise<string | undefined>

/** The device that models run on. A device that doesn't work is replaced by the CPU. */
export async function chooseDevice(
  setting: DeviceSetting,
  probe: ProbeDevice = probeDevice,
): Promise<ChosenDevice> {
  if (setting === 'cpu') return { device: 'cpu', reason: 'ATELIER_DEVICE is cpu' }
  // CUDA isn't in the npm package, so only people who installed it have it. It is faster.
  const wanted: Device[] = setting === 'auto' ? ['cuda', 'webgpu'] : [setting]
  const failures: string[] = []
  for (const device of wanted) {
    const failure = await probe(device)
    if (failure === undefined) return { device, reason: `a test on ${device} succeeded` }
    failures.push(`${device}: ${failure}`)
  }
  return { device: 'cpu', reason: `no GPU is usable (${failures.join('; ')})` }
}

export function probeDevice(device: Device): Promise<string | undefined> {
  return new Promise((resolve) => {
    const file = fileURLToPath(programFile('server/src/engines/device/probe-child.ts'))
    const child = spawn(process.execPath, [file, device], {
      env: driverEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    let complaint = ''
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      complaint = (complaint + chunk).slice(-4000)
    })
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code, signal) => {
      if (code === 0) resolve(undefined)
      else resolve(findReason(complaint) ?? `exit ${signal ?? code}`)
    })
  })
}

/** The message of the error without the prefix of ONNX Runtime. */
function findReason(complaint: string): string | undefined {
  const prefix = /^no available backend found\. ERR: \[\w+\] /
  return /Error: (.{1,160})/.exec(complaint)?.[1]?.replace(prefix, '').replace(/\.$/, '')
}

const driverVariables = ['LD_LIBRARY_PATH', 'VK_ICD_FILENAMES', 'VK_DRIVER_FILES', 'TMPDIR']

/** GPU drivers find their files with these. Nothing else of our environment goes to a child. */
export function driverEnvironment(): Record<string, string> {
  return Object.fromEntries(
    driverVariables.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

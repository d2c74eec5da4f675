import { chooseDevice, type DeviceSetting } from '@atelier/server/engines/device/probe-device.ts'
import { type Finding, ok, warning } from './check.ts'

/** Where models run. Without a GPU that is fine, unless the operator asked for one. */
export async function device(setting: DeviceSetting): Promise<Finding> {
  const { device: chosen, reason } = await chooseDevice(setting)
  const found = `Models run on ${chosen}: ${reason}.`
  if (setting === 'auto' || chosen === setting) return ok(found)
  return warning(found, 'Install the driver (for webgpu: Vulkan), or set ATELIER_DEVICE to auto.')
}

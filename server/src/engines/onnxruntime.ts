/**
 * The only import of ONNX Runtime. Its npm package contains the binaries of every platform (288 MB),
 * so a released package replaces this file and uses the binaries of one platform.
 */
import './no-telemetry.ts'

export { InferenceSession, Tensor } from 'onnxruntime-node'

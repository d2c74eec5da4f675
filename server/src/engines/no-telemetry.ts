/**
 * ONNX Runtime would report each model and session to Microsoft, and keep an id of the machine in the
 * home folder. It reads this when it loads.
 */
process.env.ORT_DISABLE_TELEMETRY = '1'

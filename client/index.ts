export {
  createCall,
  createFetchTransport,
  type CallResponse,
  type Call,
  type CallParameters,
  type Transport,
} from "./call.ts";
export type { Operations } from "./operations.generated.ts";
export { encodeParameters, encodeRequest, type EncodedRequest, type Parameters } from "./request.ts";
export type { ResponseOf, ExistingPath, Method, ParametersOf, Route, RouteOf } from "./routes.ts";

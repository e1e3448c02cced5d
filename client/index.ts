export { callOver, viaFetch, type Answer, type Call, type Given, type Transport } from "./call.ts";
export type { Operations } from "./operations.generated.ts";
export { encodeParameters, encodeRequest, type Outgoing, type Parameters } from "./request.ts";
export type { AnswerOf, Existing, Method, ParametersOf, Route, RouteOf } from "./routes.ts";

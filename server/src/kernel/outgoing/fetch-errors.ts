/** Why a document is not to be had. The reason names neither the document nor its address: it is logged. */
export class FetchRefusal extends Error {
  override readonly name = "FetchRefusal";
}

/** The name service has no address for a host, or did not answer: that may pass. */
export class HostNotFound extends FetchRefusal {}

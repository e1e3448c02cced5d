/** Why a document is not to be had. The reason names neither the document nor its address: it is logged. */
export class FetchRejected extends Error {
  override readonly name = "FetchRejected";
}

/** The name service has no address for a host, or did not answer: that may pass. */
export class HostNotFound extends FetchRejected {}

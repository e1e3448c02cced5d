/** Why a page is not to be had. The reason names neither the page nor its address: it is logged. */
export class PageRefusal extends Error {
  override readonly name = "PageRefusal";
}

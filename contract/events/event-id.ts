import { z } from "zod";

/** Ids ascend within one queue, with gaps. */
export const EventId = z.int();

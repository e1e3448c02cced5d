import type { ReactNode } from "react";
import { isSamePlace, type Place } from "../places/place.ts";
import { useNavigator } from "./use-place.tsx";

interface PlaceLinkProps {
  readonly to: Place;
  readonly className?: string | undefined;
  readonly children: ReactNode;
  readonly label?: string;
}

/** Leads to a place, without loading the page again; the one where one is says so. */
export function PlaceLink({ to, className, children, label }: PlaceLinkProps) {
  const { place, hrefOf } = useNavigator();
  const isHere = place !== null && isSamePlace(place, to);
  return (
    <a href={hrefOf(to)} className={className} aria-label={label} {...(isHere ? { "aria-current": "page" } : {})}>
      {children}
    </a>
  );
}

import type { ReactNode } from "react";
import { isSameRoute, type Route } from "../../client/routes/route.ts";
import { useNavigator } from "./navigator.tsx";

interface RouteLinkProps {
  readonly to: Route;
  readonly className?: string | undefined;
  readonly children: ReactNode;
  readonly label?: string;
  /** Whether it is a row of a screen's list, in which keys go from row to row. */
  readonly isRow?: boolean;
  /** Whether one is there, where that is more than one place. */
  readonly isCurrent?: boolean;
}

/** Leads to a place, without loading the page again; the one where one is says so. */
export function RouteLink({ to, className, children, label, isRow = false, isCurrent }: RouteLinkProps) {
  const { currentRoute, hrefOf } = useNavigator();
  const isHere = isCurrent ?? (currentRoute !== null && isSameRoute(currentRoute, to));
  return (
    <a
      href={hrefOf(to)}
      className={className}
      aria-label={label}
      {...(isHere ? { "aria-current": "page" } : {})}
      {...(isRow ? { "data-row": "" } : {})}
    >
      {children}
    </a>
  );
}

import type { ReactNode } from "react";
import { isSameRoute, type Route } from "../../client/routes/route.ts";
import { useNavigator } from "./navigator.tsx";

interface RouteLinkProps {
  readonly to: Route;
  readonly className?: string | undefined;
  readonly children: ReactNode;
  readonly label?: string;
  /** Whether the link is a row of a list that the user can move through with the keyboard. */
  readonly isRow?: boolean;
  /** Whether the link is marked as current. Default: if its route is the current route. */
  readonly isCurrent?: boolean;
}

/** A link to a route. Following it does not reload the page. The link to the current route is marked as current. */
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

import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { CustomProfileField } from "@parlance/contract/nouns/profile-fields.ts";
import { reorderProfileFields } from "../../../client/actions/reorder.ts";
import { checkOutcome } from "../../../hooks/check-outcome.ts";
import { Button, IconButton } from "../../../base/ui/forms/button.tsx";
import { lazyComponent } from "../../../base/ui/loading/lazy-component.tsx";
import { ItemRow, ItemList } from "../../../base/ui/lists/item-list.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../../base/ui/overlays/menu.tsx";
import { Page, PageSection, SecondaryText, Row } from "../../../base/ui/page.tsx";
import { MoveMenuItems, SortableList, type MoveActions } from "../../../base/ui/lists/sortable-list.tsx";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useOpenOverlay } from "../../../hooks/context/overlay-context.tsx";
import { useClientState } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";

const FieldDialog = lazyComponent(async () => (await import("./field-dialog.tsx")).FieldDialog);
const DeleteFieldDialog = lazyComponent(async () => (await import("./delete-field-dialog.tsx")).DeleteFieldDialog);

const strings = words.profileFields;

/** Page with the organization's custom profile fields. */
export function ProfileFieldsPage() {
  const isAdministrator = useClientState((state) => state.is_admin ?? false);
  const fields = useClientState((state) => state.custom_profile_fields) ?? [];
  const show = useOpenOverlay();
  return (
    <Page>
      <PageSection title={words.settingsPages.organization["profile-fields"].title}>
        {!isAdministrator && <SecondaryText>{words.pages.onlyAdministrators}</SecondaryText>}
        <SecondaryText>{strings.more}</SecondaryText>
        {isAdministrator && (
          <Row>
            <Button variant="primary" onPress={() => show((close) => <FieldDialog onClose={close} />)}>
              {strings.create}
            </Button>
          </Row>
        )}
        {fields.length === 0 && <SecondaryText>{strings.none}</SecondaryText>}
        {isAdministrator ? <EditableFields fields={fields} /> : <ReadOnlyFields fields={fields} />}
      </PageSection>
    </Page>
  );
}

interface FieldsProps {
  readonly fields: readonly CustomProfileField[];
}

const ReadOnlyFields = ({ fields }: FieldsProps) => (
  <ItemList>
    {fields.map((field) => (
      <FieldRow key={field.id} field={field} />
    ))}
  </ItemList>
);

function EditableFields({ fields }: FieldsProps) {
  const client = useClient();
  return (
    <SortableList items={fields} onOrder={(ids) => void reorderProfileFields(client, ids).then(checkOutcome)}>
      {(field, grip, steps) => (
        <FieldRow field={field} icon={grip} end={<FieldActions field={field} steps={steps} />} />
      )}
    </SortableList>
  );
}

interface FieldRowProps {
  readonly field: CustomProfileField;
  readonly icon?: ReactNode;
  readonly end?: ReactNode;
}

function FieldRow({ field, ...rest }: FieldRowProps) {
  const facts = [
    strings.types[field.type] ?? "",
    field.display_in_profile_summary === true ? strings.facts.onCards : "",
    field.required ? strings.facts.required : "",
    field.editable_by_user ? "" : strings.facts.fixed,
  ];
  return <ItemRow {...rest} title={field.name} note={facts.filter((fact) => fact !== "").join(" · ")} wrapsNote />;
}

/** Menu with the actions on a profile field. */
function FieldActions({ field, steps }: { field: CustomProfileField; steps: MoveActions }) {
  const show = useOpenOverlay();
  const button = (
    <IconButton label={strings.acts(field.name)}>
      <Ellipsis size={16} aria-hidden />
    </IconButton>
  );
  return (
    <Menu button={button} label={strings.acts(field.name)}>
      <MenuItem
        icon={<Pencil size={16} />}
        onAction={() => show((close) => <FieldDialog field={field} onClose={close} />)}
      >
        {strings.change}
      </MenuItem>
      <MoveMenuItems {...steps} />
      <MenuSeparator />
      <MenuItem
        icon={<Trash2 size={16} />}
        isDanger
        onAction={() => show((close) => <DeleteFieldDialog field={field} onClose={close} />)}
      >
        {strings.remove}
      </MenuItem>
    </Menu>
  );
}

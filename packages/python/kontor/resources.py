# Generated from Kontor's OpenAPI description by "npm run clients". Do not edit.
"""The resources of the API, with a method for each operation."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Literal, Optional, Union

from ._transport import Answer, File, Options, Resource, Transport

if TYPE_CHECKING:
    from .records import *  # noqa: F403

class Accounts(Resource):
    def list(self, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, fiscal_year: Optional[str] = None, fiscal_year_start_date: Optional[str] = None, debit_credit_indicator: Optional[Literal["DEBIT", "CREDIT"]] = None, types: Optional[str] = None, class_filter: Optional[Literal["ASSET", "EQUITY", "EXPENSE", "LIABILITY", "REVENUE"]] = None, is_active: Optional[bool] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[Account]]:
        """List accounts."""
        return self._transport.send("GET", "/accounting/accounts", [], {"page": page, "limit": limit, "lastModifiedAt": last_modified_at, "fiscalYear": fiscal_year, "fiscalYearStartDate": fiscal_year_start_date, "debitCreditIndicator": debit_credit_indicator, "types": types, "classFilter": class_filter, "isActive": is_active, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def all(self, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, fiscal_year: Optional[str] = None, fiscal_year_start_date: Optional[str] = None, debit_credit_indicator: Optional[Literal["DEBIT", "CREDIT"]] = None, types: Optional[str] = None, class_filter: Optional[Literal["ASSET", "EQUITY", "EXPENSE", "LIABILITY", "REVENUE"]] = None, is_active: Optional[bool] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Iterator[Account]:
        """List accounts: all of them, page by page."""
        return self._transport.all("GET", "/accounting/accounts", [], {"limit": limit, "lastModifiedAt": last_modified_at, "fiscalYear": fiscal_year, "fiscalYearStartDate": fiscal_year_start_date, "debitCreditIndicator": debit_credit_indicator, "types": types, "classFilter": class_filter, "isActive": is_active, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def create(self, body: AccountInput, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[Account]:
        """Create an account."""
        return self._transport.send("POST", "/accounting/accounts", [], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True)

    def get(self, account_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[Account]:
        """Get an account."""
        return self._transport.send("GET", "/accounting/accounts/{}", [account_id], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)


class Tasks(Resource):
    def get(self, task_id: str, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[AsyncTask]:
        """Get an asynchronous task."""
        return self._transport.send("GET", "/accounting/asyncTask/{}", [task_id], {"page": page, "limit": limit, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def wait(self, task_id: str, *, time_limit: Optional[float] = None, options: Optional[Options] = None) -> Answer[AsyncTask]:
        """Wait until the task has ended. Raises a TaskError if it failed."""
        return self._transport.wait(task_id, time_limit, options)


class BankAccounts(Resource):
    def list(self, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[BankAccount]]:
        """List bank accounts."""
        return self._transport.send("GET", "/accounting/bankAccounts", [], {"page": page, "limit": limit, "lastModifiedAt": last_modified_at, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def all(self, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Iterator[BankAccount]:
        """List bank accounts: all of them, page by page."""
        return self._transport.all("GET", "/accounting/bankAccounts", [], {"limit": limit, "lastModifiedAt": last_modified_at, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def create(self, body: BankAccountInput, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[BankAccount]:
        """Create a bank account."""
        return self._transport.send("POST", "/accounting/bankAccounts", [], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True)

    def get(self, bank_account_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[BankAccount]:
        """Get a bank account."""
        return self._transport.send("GET", "/accounting/bankAccounts/{}", [bank_account_id], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)


class BillsDocument(Resource):
    def get(self, bill_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[Document]:
        """Get the document of a bill."""
        return self._transport.send("GET", "/accounting/bills/{}/document", [bill_id], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)


class BillsDocuments(Resource):
    def list(self, bill_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[Document]]:
        """List the documents of a bill."""
        return self._transport.send("GET", "/accounting/bills/{}/documents", [bill_id], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)


class BillsLineItems(Resource):
    def list(self, bill_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[BillLineItem]]:
        """List the line items of a bill."""
        return self._transport.send("GET", "/accounting/bills/{}/lineItems", [bill_id], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def create(self, bill_id: str, body: BillLineItemInput, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[BillLineItem]]:
        """Create a line item of a bill."""
        return self._transport.send("POST", "/accounting/bills/{}/lineItems", [bill_id], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True)

    def update(self, bill_id: str, line_item_id: str, body: BillLineItemUpdate, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[BillLineItem]]:
        """Replace a line item of a bill."""
        return self._transport.send("PUT", "/accounting/bills/{}/lineItems/{}", [bill_id, line_item_id], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True)


class Bills(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.document = BillsDocument(transport)
        self.documents = BillsDocuments(transport)
        self.line_items = BillsLineItems(transport)

    def list(self, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, status: Optional[Literal["DRAFT", "CORRECTIVE", "SUBMITTED", "DOCUMENT_CREATED", "OPEN", "PARTIALLY_PAID", "PAID", "PARTIALLY_OVERDUE", "OVERDUE", "VOIDED"]] = None, payment_status: Optional[Literal["NO_OPEN_ITEM", "PENDING", "PARTLY_PAID", "PAID", "DEBITED", "CREDIT_NOTE_CLEARED", "CLEARED_WITH_CREDIT_NOTE", "BAD_DEBT", "PARTIAL_CANCELLATION", "CANCELED", "UNKNOWN"]] = None, bill_date_from: Optional[str] = None, order_field: Optional[Literal["billDate", "billNumber", "createdDate", "updatedDate"]] = None, order_dir: Optional[Literal["ASC", "DESC"]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[Bill]]:
        """List bills."""
        return self._transport.send("GET", "/accounting/bills", [], {"page": page, "limit": limit, "lastModifiedAt": last_modified_at, "status": status, "paymentStatus": payment_status, "billDateFrom": bill_date_from, "orderField": order_field, "orderDir": order_dir, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def all(self, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, status: Optional[Literal["DRAFT", "CORRECTIVE", "SUBMITTED", "DOCUMENT_CREATED", "OPEN", "PARTIALLY_PAID", "PAID", "PARTIALLY_OVERDUE", "OVERDUE", "VOIDED"]] = None, payment_status: Optional[Literal["NO_OPEN_ITEM", "PENDING", "PARTLY_PAID", "PAID", "DEBITED", "CREDIT_NOTE_CLEARED", "CLEARED_WITH_CREDIT_NOTE", "BAD_DEBT", "PARTIAL_CANCELLATION", "CANCELED", "UNKNOWN"]] = None, bill_date_from: Optional[str] = None, order_field: Optional[Literal["billDate", "billNumber", "createdDate", "updatedDate"]] = None, order_dir: Optional[Literal["ASC", "DESC"]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Iterator[Bill]:
        """List bills: all of them, page by page."""
        return self._transport.all("GET", "/accounting/bills", [], {"limit": limit, "lastModifiedAt": last_modified_at, "status": status, "paymentStatus": payment_status, "billDateFrom": bill_date_from, "orderField": order_field, "orderDir": order_dir, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def create(self, body: BillInput, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[Bill]:
        """Create a bill."""
        return self._transport.send("POST", "/accounting/bills", [], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True)

    def get(self, bill_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[Bill]:
        """Get a bill."""
        return self._transport.send("GET", "/accounting/bills/{}", [bill_id], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def update(self, bill_id: str, body: BillInput, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[Bill]:
        """Replace a bill."""
        return self._transport.send("PUT", "/accounting/bills/{}", [bill_id], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True)

    def delete(self, bill_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[Deleted]:
        """Delete a bill."""
        return self._transport.send("DELETE", "/accounting/bills/{}", [bill_id], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, is_write=True)


class BookingProposalsDocument(Resource):
    def get(self, booking_proposal_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[Document]:
        """Get the document of a booking proposal."""
        return self._transport.send("GET", "/accounting/bookingProposals/{}/document", [booking_proposal_id], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)


class BookingProposals(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.document = BookingProposalsDocument(transport)

    def list(self, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, booking_type: Optional[Literal["INVOICE", "BILL", "CREDIT_NOTE", "INVOICE_CREDIT_NOTE", "BILL_CREDIT_NOTE", "DOWN_PAYMENT", "CREDIT_CARD", "EXPENSE", "OTHER"]] = None, status: Optional[Literal["OPEN", "PAID", "DRAFT", "SUBMITTED", "VOIDED", "OVERDUE", "PARTIALLY_PAID", "DISPUTED", "CANCELLED"]] = None, order_field: Optional[Literal["bookingProposalDate", "number", "createdDate", "updatedDate"]] = None, order_dir: Optional[Literal["ASC", "DESC"]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[BookingProposal]]:
        """List booking proposals."""
        return self._transport.send("GET", "/accounting/bookingProposals", [], {"page": page, "limit": limit, "lastModifiedAt": last_modified_at, "bookingType": booking_type, "status": status, "orderField": order_field, "orderDir": order_dir, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def all(self, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, booking_type: Optional[Literal["INVOICE", "BILL", "CREDIT_NOTE", "INVOICE_CREDIT_NOTE", "BILL_CREDIT_NOTE", "DOWN_PAYMENT", "CREDIT_CARD", "EXPENSE", "OTHER"]] = None, status: Optional[Literal["OPEN", "PAID", "DRAFT", "SUBMITTED", "VOIDED", "OVERDUE", "PARTIALLY_PAID", "DISPUTED", "CANCELLED"]] = None, order_field: Optional[Literal["bookingProposalDate", "number", "createdDate", "updatedDate"]] = None, order_dir: Optional[Literal["ASC", "DESC"]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Iterator[BookingProposal]:
        """List booking proposals: all of them, page by page."""
        return self._transport.all("GET", "/accounting/bookingProposals", [], {"limit": limit, "lastModifiedAt": last_modified_at, "bookingType": booking_type, "status": status, "orderField": order_field, "orderDir": order_dir, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def create(self, body: BookingProposalInput, *, booking_type: Optional[Literal["INVOICE", "BILL", "CREDIT_NOTE", "INVOICE_CREDIT_NOTE", "BILL_CREDIT_NOTE", "DOWN_PAYMENT", "CREDIT_CARD", "EXPENSE", "OTHER"]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, files: Optional[List[File]] = None, options: Optional[Options] = None) -> Answer[BookingProposal]:
        """Create a booking proposal."""
        return self._transport.send("POST", "/accounting/bookingProposals", [], {"bookingType": booking_type, "companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True, multipart="bookingProposal", files=files)

    def create_async(self, body: BookingProposalInput, *, booking_type: Optional[Literal["INVOICE", "BILL", "CREDIT_NOTE", "INVOICE_CREDIT_NOTE", "BILL_CREDIT_NOTE", "DOWN_PAYMENT", "CREDIT_CARD", "EXPENSE", "OTHER"]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, files: Optional[List[File]] = None, options: Optional[Options] = None) -> Answer[StartedTask]:
        """Create a booking proposal in the background."""
        return self._transport.send("POST", "/accounting/bookingProposals/async", [], {"bookingType": booking_type, "companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True, multipart="bookingProposal", files=files)

    def get(self, booking_proposal_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[BookingProposal]:
        """Get a booking proposal."""
        return self._transport.send("GET", "/accounting/bookingProposals/{}", [booking_proposal_id], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)


class Contacts(Resource):
    def list(self, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, name: Optional[str] = None, email: Optional[str] = None, number: Optional[str] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[Contact]]:
        """List contacts."""
        return self._transport.send("GET", "/accounting/contacts", [], {"page": page, "limit": limit, "lastModifiedAt": last_modified_at, "name": name, "email": email, "number": number, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def all(self, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, name: Optional[str] = None, email: Optional[str] = None, number: Optional[str] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Iterator[Contact]:
        """List contacts: all of them, page by page."""
        return self._transport.all("GET", "/accounting/contacts", [], {"limit": limit, "lastModifiedAt": last_modified_at, "name": name, "email": email, "number": number, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def create(self, body: ContactInput, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[Contact]:
        """Create a contact."""
        return self._transport.send("POST", "/accounting/contacts", [], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True)

    def bulk(self, body: ContactsBulkInput, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[StartedTask]:
        """Create many contacts at once."""
        return self._transport.send("POST", "/accounting/contacts/bulk", [], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True)

    def get(self, contact_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[Contact]:
        """Get a contact."""
        return self._transport.send("GET", "/accounting/contacts/{}", [contact_id], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def update(self, contact_id: str, body: ContactUpdate, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[Contact]:
        """Replace a contact."""
        return self._transport.send("PUT", "/accounting/contacts/{}", [contact_id], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True)

    def patch(self, contact_id: str, body: ContactPatch, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[Contact]:
        """Update a contact."""
        return self._transport.send("PATCH", "/accounting/contacts/{}", [contact_id], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True)


class CreditNotes(Resource):
    def list(self, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[CreditNote]]:
        """List credit notes."""
        return self._transport.send("GET", "/accounting/creditNotes", [], {"page": page, "limit": limit, "lastModifiedAt": last_modified_at, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def all(self, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Iterator[CreditNote]:
        """List credit notes: all of them, page by page."""
        return self._transport.all("GET", "/accounting/creditNotes", [], {"limit": limit, "lastModifiedAt": last_modified_at, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def get(self, credit_note_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[CreditNote]:
        """Get a credit note."""
        return self._transport.send("GET", "/accounting/creditNotes/{}", [credit_note_id], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)


class Customers(Resource):
    def list(self, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, name: Optional[str] = None, email: Optional[str] = None, number: Optional[str] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[CustomerOrSupplier]]:
        """List customers."""
        return self._transport.send("GET", "/accounting/customers", [], {"page": page, "limit": limit, "lastModifiedAt": last_modified_at, "name": name, "email": email, "number": number, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def all(self, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, name: Optional[str] = None, email: Optional[str] = None, number: Optional[str] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Iterator[CustomerOrSupplier]:
        """List customers: all of them, page by page."""
        return self._transport.all("GET", "/accounting/customers", [], {"limit": limit, "lastModifiedAt": last_modified_at, "name": name, "email": email, "number": number, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def create(self, body: CustomerOrSupplierInput, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[CustomerOrSupplier]:
        """Create a customer."""
        return self._transport.send("POST", "/accounting/customers", [], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True)

    def get(self, contact_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[CustomerOrSupplier]:
        """Get a customer."""
        return self._transport.send("GET", "/accounting/customers/{}", [contact_id], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def update(self, contact_id: str, body: CustomerOrSupplierInput, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[CustomerOrSupplier]:
        """Replace a customer."""
        return self._transport.send("PUT", "/accounting/customers/{}", [contact_id], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True)

    def patch(self, contact_id: str, body: CustomerOrSupplierPatch, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[CustomerOrSupplier]:
        """Update a customer."""
        return self._transport.send("PATCH", "/accounting/customers/{}", [contact_id], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True)


class Dimensions(Resource):
    def list(self, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[DimensionRecord]]:
        """List dimensions."""
        return self._transport.send("GET", "/accounting/dimensions", [], {"page": page, "limit": limit, "lastModifiedAt": last_modified_at, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def all(self, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Iterator[DimensionRecord]:
        """List dimensions: all of them, page by page."""
        return self._transport.all("GET", "/accounting/dimensions", [], {"limit": limit, "lastModifiedAt": last_modified_at, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)


class Expenses(Resource):
    def list(self, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[Expense]]:
        """List expenses."""
        return self._transport.send("GET", "/accounting/expenses", [], {"page": page, "limit": limit, "lastModifiedAt": last_modified_at, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def all(self, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Iterator[Expense]:
        """List expenses: all of them, page by page."""
        return self._transport.all("GET", "/accounting/expenses", [], {"limit": limit, "lastModifiedAt": last_modified_at, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def create(self, body: ExpenseInput, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, files: Optional[List[File]] = None, options: Optional[Options] = None) -> Answer[Expense]:
        """Create an expense."""
        return self._transport.send("POST", "/accounting/expenses", [], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True, multipart="expense", files=files)

    def create_async(self, body: ExpenseInput, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, files: Optional[List[File]] = None, options: Optional[Options] = None) -> Answer[StartedTask]:
        """Create an expense in the background."""
        return self._transport.send("POST", "/accounting/expenses/async", [], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True, multipart="expense", files=files)

    def get(self, expense_id: str, *, journal_code: Optional[str] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[Expense]:
        """Get an expense."""
        return self._transport.send("GET", "/accounting/expenses/{}", [expense_id], {"journalCode": journal_code, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)


class FilesDocumentExtensions(Resource):
    def get(self, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[DocumentExtensions]:
        """Get the accepted file extensions."""
        return self._transport.send("GET", "/accounting/files/documentExtensions", [], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)


class FilesDocumentTypes(Resource):
    def list(self, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[DocumentType]]:
        """List the document types."""
        return self._transport.send("GET", "/accounting/files/documentTypes", [], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)


class Files(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.document_extensions = FilesDocumentExtensions(transport)
        self.document_types = FilesDocumentTypes(transport)

    def create(self, body: FileForm, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[Document]:
        """Upload a file."""
        return self._transport.send("POST", "/accounting/files", [], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True, multipart="file")

    def create_async(self, body: FileForm, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[StartedTask]:
        """Upload a file in the background."""
        return self._transport.send("POST", "/accounting/files/async", [], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True, multipart="file")


class FiscalYears(Resource):
    def list(self, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[FiscalYear]]:
        """List fiscal years."""
        return self._transport.send("GET", "/accounting/fiscalYears", [], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def get(self, fiscal_year_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[FiscalYear]:
        """Get a fiscal year."""
        return self._transport.send("GET", "/accounting/fiscalYears/{}", [fiscal_year_id], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)


class GoodsReceiptsLineItems(Resource):
    def list(self, goods_receipt_id: str, *, last_modified_at: Optional[Union[str, int]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[GoodsReceiptLineItem]]:
        """List the line items of a goods receipt."""
        return self._transport.send("GET", "/accounting/goodsReceipts/{}/lineItems", [goods_receipt_id], {"lastModifiedAt": last_modified_at, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def get(self, goods_receipt_id: str, line_item_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[GoodsReceiptLineItem]:
        """Get a line item of a goods receipt."""
        return self._transport.send("GET", "/accounting/goodsReceipts/{}/lineItems/{}", [goods_receipt_id, line_item_id], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)


class GoodsReceipts(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.line_items = GoodsReceiptsLineItems(transport)

    def list(self, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[GoodsReceipt]]:
        """List goods receipts."""
        return self._transport.send("GET", "/accounting/goodsReceipts", [], {"page": page, "limit": limit, "lastModifiedAt": last_modified_at, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def all(self, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Iterator[GoodsReceipt]:
        """List goods receipts: all of them, page by page."""
        return self._transport.all("GET", "/accounting/goodsReceipts", [], {"limit": limit, "lastModifiedAt": last_modified_at, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def get(self, goods_receipt_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[GoodsReceipt]:
        """Get a goods receipt."""
        return self._transport.send("GET", "/accounting/goodsReceipts/{}", [goods_receipt_id], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)


class InvoicesDocument(Resource):
    def get(self, invoice_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[Document]:
        """Get the document of an invoice."""
        return self._transport.send("GET", "/accounting/invoices/{}/document", [invoice_id], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)


class InvoicesLineItems(Resource):
    def list(self, invoice_id: str, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[InvoiceLineItem]]:
        """List the line items of an invoice."""
        return self._transport.send("GET", "/accounting/invoices/{}/lineItems", [invoice_id], {"page": page, "limit": limit, "lastModifiedAt": last_modified_at, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def all(self, invoice_id: str, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Iterator[InvoiceLineItem]:
        """List the line items of an invoice: all of them, page by page."""
        return self._transport.all("GET", "/accounting/invoices/{}/lineItems", [invoice_id], {"limit": limit, "lastModifiedAt": last_modified_at, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def create(self, invoice_id: str, body: InvoiceLineItemInput, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[InvoiceLineItem]:
        """Create a line item of an invoice."""
        return self._transport.send("POST", "/accounting/invoices/{}/lineItems", [invoice_id], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True)

    def get(self, invoice_id: str, line_item_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[InvoiceLineItem]:
        """Get a line item of an invoice."""
        return self._transport.send("GET", "/accounting/invoices/{}/lineItems/{}", [invoice_id, line_item_id], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def patch(self, invoice_id: str, line_item_id: str, body: InvoiceLineItemPatchBody, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[InvoiceLineItem]:
        """Update a line item of an invoice."""
        return self._transport.send("PATCH", "/accounting/invoices/{}/lineItems/{}", [invoice_id, line_item_id], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True)


class Invoices(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.document = InvoicesDocument(transport)
        self.line_items = InvoicesLineItems(transport)

    def list(self, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, status: Optional[Literal["DRAFT", "CORRECTIVE", "SUBMITTED", "DOCUMENT_CREATED", "OPEN", "PARTIALLY_PAID", "PAID", "PARTIALLY_OVERDUE", "OVERDUE", "VOIDED"]] = None, payment_status: Optional[Literal["NO_OPEN_ITEM", "PENDING", "PARTLY_PAID", "PAID", "DEBITED", "CREDIT_NOTE_CLEARED", "CLEARED_WITH_CREDIT_NOTE", "BAD_DEBT", "PARTIAL_CANCELLATION", "CANCELED", "UNKNOWN"]] = None, due_date_from: Optional[str] = None, order_field: Optional[Literal["invoiceDate", "invoiceNumber", "createdDate", "updatedDate"]] = None, order_dir: Optional[Literal["ASC", "DESC"]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[Invoice]]:
        """List invoices."""
        return self._transport.send("GET", "/accounting/invoices", [], {"page": page, "limit": limit, "lastModifiedAt": last_modified_at, "status": status, "paymentStatus": payment_status, "dueDateFrom": due_date_from, "orderField": order_field, "orderDir": order_dir, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def all(self, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, status: Optional[Literal["DRAFT", "CORRECTIVE", "SUBMITTED", "DOCUMENT_CREATED", "OPEN", "PARTIALLY_PAID", "PAID", "PARTIALLY_OVERDUE", "OVERDUE", "VOIDED"]] = None, payment_status: Optional[Literal["NO_OPEN_ITEM", "PENDING", "PARTLY_PAID", "PAID", "DEBITED", "CREDIT_NOTE_CLEARED", "CLEARED_WITH_CREDIT_NOTE", "BAD_DEBT", "PARTIAL_CANCELLATION", "CANCELED", "UNKNOWN"]] = None, due_date_from: Optional[str] = None, order_field: Optional[Literal["invoiceDate", "invoiceNumber", "createdDate", "updatedDate"]] = None, order_dir: Optional[Literal["ASC", "DESC"]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Iterator[Invoice]:
        """List invoices: all of them, page by page."""
        return self._transport.all("GET", "/accounting/invoices", [], {"limit": limit, "lastModifiedAt": last_modified_at, "status": status, "paymentStatus": payment_status, "dueDateFrom": due_date_from, "orderField": order_field, "orderDir": order_dir, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def create(self, body: InvoiceInput, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[Invoice]:
        """Create an invoice."""
        return self._transport.send("POST", "/accounting/invoices", [], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True)

    def get(self, invoice_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[Invoice]:
        """Get an invoice."""
        return self._transport.send("GET", "/accounting/invoices/{}", [invoice_id], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def patch(self, invoice_id: str, body: InvoicePatch, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[Invoice]:
        """Update an invoice."""
        return self._transport.send("PATCH", "/accounting/invoices/{}", [invoice_id], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True)


class Items(Resource):
    def list(self, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, type: Optional[Literal["PRODUCT", "SERVICE"]] = None, item_number: Optional[str] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[Item]]:
        """List items."""
        return self._transport.send("GET", "/accounting/items", [], {"page": page, "limit": limit, "lastModifiedAt": last_modified_at, "type": type, "itemNumber": item_number, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def all(self, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, type: Optional[Literal["PRODUCT", "SERVICE"]] = None, item_number: Optional[str] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Iterator[Item]:
        """List items: all of them, page by page."""
        return self._transport.all("GET", "/accounting/items", [], {"limit": limit, "lastModifiedAt": last_modified_at, "type": type, "itemNumber": item_number, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def create(self, body: ItemInput, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[Item]:
        """Create an item."""
        return self._transport.send("POST", "/accounting/items", [], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True)

    def get(self, item_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[Item]:
        """Get an item."""
        return self._transport.send("GET", "/accounting/items/{}", [item_id], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def patch(self, item_id: str, body: ItemPatch, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[Item]:
        """Update an item."""
        return self._transport.send("PATCH", "/accounting/items/{}", [item_id], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True)


class JournalEntriesAttachments(Resource):
    def list(self, journal_entry_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[Document]]:
        """List the attachments of a journal entry."""
        return self._transport.send("GET", "/accounting/journalEntries/{}/attachments", [journal_entry_id], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def create(self, journal_entry_id: str, body: FileForm, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[Document]:
        """Create an attachment of a journal entry."""
        return self._transport.send("POST", "/accounting/journalEntries/{}/attachments", [journal_entry_id], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True, multipart="file")

    def get(self, journal_entry_id: str, attachment_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[Document]:
        """Get an attachment of a journal entry."""
        return self._transport.send("GET", "/accounting/journalEntries/{}/attachments/{}", [journal_entry_id, attachment_id], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)


class JournalEntries(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.attachments = JournalEntriesAttachments(transport)

    def list(self, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, fiscal_year: Optional[str] = None, fiscal_year_start_date: Optional[str] = None, transaction_date_from: Optional[str] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[JournalEntry]]:
        """List journal entries."""
        return self._transport.send("GET", "/accounting/journalEntries", [], {"page": page, "limit": limit, "lastModifiedAt": last_modified_at, "fiscalYear": fiscal_year, "fiscalYearStartDate": fiscal_year_start_date, "transactionDateFrom": transaction_date_from, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def all(self, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, fiscal_year: Optional[str] = None, fiscal_year_start_date: Optional[str] = None, transaction_date_from: Optional[str] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Iterator[JournalEntry]:
        """List journal entries: all of them, page by page."""
        return self._transport.all("GET", "/accounting/journalEntries", [], {"limit": limit, "lastModifiedAt": last_modified_at, "fiscalYear": fiscal_year, "fiscalYearStartDate": fiscal_year_start_date, "transactionDateFrom": transaction_date_from, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def create(self, body: JournalEntryInput, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, files: Optional[List[File]] = None, options: Optional[Options] = None) -> Answer[JournalEntry]:
        """Create a journal entry."""
        return self._transport.send("POST", "/accounting/journalEntries", [], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True, multipart="journal_entry", files=files)

    def bulk(self, body: JournalEntriesBulkInput, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[StartedTask]:
        """Create many journal entries at once."""
        return self._transport.send("POST", "/accounting/journalEntries/bulk", [], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True)

    def get(self, journal_entry_id: str, *, journal_code: Optional[str] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[JournalEntry]:
        """Get a journal entry."""
        return self._transport.send("GET", "/accounting/journalEntries/{}", [journal_entry_id], {"journalCode": journal_code, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)


class Journals(Resource):
    def list(self, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[Journal]]:
        """List journals."""
        return self._transport.send("GET", "/accounting/journals", [], {"page": page, "limit": limit, "lastModifiedAt": last_modified_at, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def all(self, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Iterator[Journal]:
        """List journals: all of them, page by page."""
        return self._transport.all("GET", "/accounting/journals", [], {"limit": limit, "lastModifiedAt": last_modified_at, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)


class OffersDocument(Resource):
    def get(self, offer_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[Document]:
        """Get the document of an offer."""
        return self._transport.send("GET", "/accounting/offers/{}/document", [offer_id], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)


class OffersLineItems(Resource):
    def list(self, offer_id: str, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[OfferLineItem]]:
        """List the line items of an offer."""
        return self._transport.send("GET", "/accounting/offers/{}/lineItems", [offer_id], {"page": page, "limit": limit, "lastModifiedAt": last_modified_at, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def all(self, offer_id: str, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Iterator[OfferLineItem]:
        """List the line items of an offer: all of them, page by page."""
        return self._transport.all("GET", "/accounting/offers/{}/lineItems", [offer_id], {"limit": limit, "lastModifiedAt": last_modified_at, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def get(self, offer_id: str, line_item_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[OfferLineItem]:
        """Get a line item of an offer."""
        return self._transport.send("GET", "/accounting/offers/{}/lineItems/{}", [offer_id, line_item_id], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)


class Offers(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.document = OffersDocument(transport)
        self.line_items = OffersLineItems(transport)

    def list(self, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, status: Optional[Literal["DRAFT", "SENT", "ACCEPTED", "EXPIRED", "VOIDED", "DECLINED"]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[Offer]]:
        """List offers."""
        return self._transport.send("GET", "/accounting/offers", [], {"page": page, "limit": limit, "lastModifiedAt": last_modified_at, "status": status, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def all(self, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, status: Optional[Literal["DRAFT", "SENT", "ACCEPTED", "EXPIRED", "VOIDED", "DECLINED"]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Iterator[Offer]:
        """List offers: all of them, page by page."""
        return self._transport.all("GET", "/accounting/offers", [], {"limit": limit, "lastModifiedAt": last_modified_at, "status": status, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def create(self, body: OfferInput, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[Offer]:
        """Create an offer."""
        return self._transport.send("POST", "/accounting/offers", [], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True)

    def get(self, offer_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[Offer]:
        """Get an offer."""
        return self._transport.send("GET", "/accounting/offers/{}", [offer_id], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)


class OpenItems(Resource):
    def list(self, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, fiscal_year: Optional[str] = None, account_number: Optional[str] = None, document_number: Optional[str] = None, type: Optional[Literal["BILL", "INVOICE"]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[OpenItem]]:
        """List open items."""
        return self._transport.send("GET", "/accounting/openItems", [], {"page": page, "limit": limit, "lastModifiedAt": last_modified_at, "fiscalYear": fiscal_year, "accountNumber": account_number, "documentNumber": document_number, "type": type, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def all(self, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, fiscal_year: Optional[str] = None, account_number: Optional[str] = None, document_number: Optional[str] = None, type: Optional[Literal["BILL", "INVOICE"]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Iterator[OpenItem]:
        """List open items: all of them, page by page."""
        return self._transport.all("GET", "/accounting/openItems", [], {"limit": limit, "lastModifiedAt": last_modified_at, "fiscalYear": fiscal_year, "accountNumber": account_number, "documentNumber": document_number, "type": type, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)


class PassThrough(Resource):
    def create(self, body: PassThroughInput, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[PassThroughResponse]:
        """Send a request to the target system's own API."""
        return self._transport.send("POST", "/accounting/passThrough", [], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True)


class Payments(Resource):
    def list(self, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, invoice_id: Optional[str] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[Payment]]:
        """List payments."""
        return self._transport.send("GET", "/accounting/payments", [], {"page": page, "limit": limit, "lastModifiedAt": last_modified_at, "invoiceId": invoice_id, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def all(self, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, invoice_id: Optional[str] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Iterator[Payment]:
        """List payments: all of them, page by page."""
        return self._transport.all("GET", "/accounting/payments", [], {"limit": limit, "lastModifiedAt": last_modified_at, "invoiceId": invoice_id, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def create(self, body: PaymentInput, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[Payment]:
        """Create a payment."""
        return self._transport.send("POST", "/accounting/payments", [], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True)

    def get(self, payment_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[Payment]:
        """Get a payment."""
        return self._transport.send("GET", "/accounting/payments/{}", [payment_id], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def delete(self, payment_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[Deleted]:
        """Delete a payment."""
        return self._transport.send("DELETE", "/accounting/payments/{}", [payment_id], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, is_write=True)


class PaymentTerms(Resource):
    def list(self, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, fiscal_year: Optional[str] = None, fiscal_year_start_date: Optional[str] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[PaymentTerm]]:
        """List payment terms."""
        return self._transport.send("GET", "/accounting/paymentTerms", [], {"page": page, "limit": limit, "lastModifiedAt": last_modified_at, "fiscalYear": fiscal_year, "fiscalYearStartDate": fiscal_year_start_date, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def all(self, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, fiscal_year: Optional[str] = None, fiscal_year_start_date: Optional[str] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Iterator[PaymentTerm]:
        """List payment terms: all of them, page by page."""
        return self._transport.all("GET", "/accounting/paymentTerms", [], {"limit": limit, "lastModifiedAt": last_modified_at, "fiscalYear": fiscal_year, "fiscalYearStartDate": fiscal_year_start_date, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def create(self, body: PaymentTermInput, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[PaymentTerm]:
        """Create a payment term."""
        return self._transport.send("POST", "/accounting/paymentTerms", [], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True)

    def get(self, payment_term_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[PaymentTerm]:
        """Get a payment term."""
        return self._transport.send("GET", "/accounting/paymentTerms/{}", [payment_term_id], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)


class Projects(Resource):
    def list(self, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[Project]]:
        """List projects."""
        return self._transport.send("GET", "/accounting/projects", [], {"page": page, "limit": limit, "lastModifiedAt": last_modified_at, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def all(self, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Iterator[Project]:
        """List projects: all of them, page by page."""
        return self._transport.all("GET", "/accounting/projects", [], {"limit": limit, "lastModifiedAt": last_modified_at, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def create(self, body: ProjectInput, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[Project]:
        """Create a project."""
        return self._transport.send("POST", "/accounting/projects", [], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True)

    def get(self, project_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[Project]:
        """Get a project."""
        return self._transport.send("GET", "/accounting/projects/{}", [project_id], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)


class PurchaseOrdersLineItems(Resource):
    def list(self, purchase_order_id: str, *, last_modified_at: Optional[Union[str, int]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[PurchaseOrderLineItem]]:
        """List the line items of a purchase order."""
        return self._transport.send("GET", "/accounting/purchaseOrders/{}/lineItems", [purchase_order_id], {"lastModifiedAt": last_modified_at, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def get(self, purchase_order_id: str, line_item_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[PurchaseOrderLineItem]:
        """Get a line item of a purchase order."""
        return self._transport.send("GET", "/accounting/purchaseOrders/{}/lineItems/{}", [purchase_order_id, line_item_id], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)


class PurchaseOrders(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.line_items = PurchaseOrdersLineItems(transport)

    def list(self, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[PurchaseOrder]]:
        """List purchase orders."""
        return self._transport.send("GET", "/accounting/purchaseOrders", [], {"page": page, "limit": limit, "lastModifiedAt": last_modified_at, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def all(self, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Iterator[PurchaseOrder]:
        """List purchase orders: all of them, page by page."""
        return self._transport.all("GET", "/accounting/purchaseOrders", [], {"limit": limit, "lastModifiedAt": last_modified_at, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def get(self, purchase_order_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[PurchaseOrder]:
        """Get a purchase order."""
        return self._transport.send("GET", "/accounting/purchaseOrders/{}", [purchase_order_id], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)


class SalesOrdersLineItems(Resource):
    def list(self, sales_order_id: str, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[SalesOrderLineItem]]:
        """List the line items of a sales order."""
        return self._transport.send("GET", "/accounting/salesOrders/{}/lineItems", [sales_order_id], {"page": page, "limit": limit, "lastModifiedAt": last_modified_at, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def all(self, sales_order_id: str, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Iterator[SalesOrderLineItem]:
        """List the line items of a sales order: all of them, page by page."""
        return self._transport.all("GET", "/accounting/salesOrders/{}/lineItems", [sales_order_id], {"limit": limit, "lastModifiedAt": last_modified_at, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)


class SalesOrders(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.line_items = SalesOrdersLineItems(transport)

    def list(self, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, status: Optional[Literal["DRAFT", "IN_REVIEW", "OPEN", "CLOSED", "VOIDED"]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[SalesOrder]]:
        """List sales orders."""
        return self._transport.send("GET", "/accounting/salesOrders", [], {"page": page, "limit": limit, "lastModifiedAt": last_modified_at, "status": status, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def all(self, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, status: Optional[Literal["DRAFT", "IN_REVIEW", "OPEN", "CLOSED", "VOIDED"]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Iterator[SalesOrder]:
        """List sales orders: all of them, page by page."""
        return self._transport.all("GET", "/accounting/salesOrders", [], {"limit": limit, "lastModifiedAt": last_modified_at, "status": status, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def create(self, body: SalesOrderInput, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[SalesOrder]:
        """Create a sales order."""
        return self._transport.send("POST", "/accounting/salesOrders", [], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True)

    def get(self, sales_order_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[SalesOrder]:
        """Get a sales order."""
        return self._transport.send("GET", "/accounting/salesOrders/{}", [sales_order_id], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)


class Suppliers(Resource):
    def list(self, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, name: Optional[str] = None, email: Optional[str] = None, number: Optional[str] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[CustomerOrSupplier]]:
        """List suppliers."""
        return self._transport.send("GET", "/accounting/suppliers", [], {"page": page, "limit": limit, "lastModifiedAt": last_modified_at, "name": name, "email": email, "number": number, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def all(self, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, name: Optional[str] = None, email: Optional[str] = None, number: Optional[str] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Iterator[CustomerOrSupplier]:
        """List suppliers: all of them, page by page."""
        return self._transport.all("GET", "/accounting/suppliers", [], {"limit": limit, "lastModifiedAt": last_modified_at, "name": name, "email": email, "number": number, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def create(self, body: CustomerOrSupplierInput, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[CustomerOrSupplier]:
        """Create a supplier."""
        return self._transport.send("POST", "/accounting/suppliers", [], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True)

    def get(self, contact_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[CustomerOrSupplier]:
        """Get a supplier."""
        return self._transport.send("GET", "/accounting/suppliers/{}", [contact_id], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def update(self, contact_id: str, body: CustomerOrSupplierInput, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[CustomerOrSupplier]:
        """Replace a supplier."""
        return self._transport.send("PUT", "/accounting/suppliers/{}", [contact_id], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True)

    def patch(self, contact_id: str, body: CustomerOrSupplierPatch, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[CustomerOrSupplier]:
        """Update a supplier."""
        return self._transport.send("PATCH", "/accounting/suppliers/{}", [contact_id], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True)


class TaxRates(Resource):
    def list(self, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, is_active: Optional[bool] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[TaxRateRecord]]:
        """List tax rates."""
        return self._transport.send("GET", "/accounting/taxRates", [], {"page": page, "limit": limit, "lastModifiedAt": last_modified_at, "isActive": is_active, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def all(self, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, is_active: Optional[bool] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Iterator[TaxRateRecord]:
        """List tax rates: all of them, page by page."""
        return self._transport.all("GET", "/accounting/taxRates", [], {"limit": limit, "lastModifiedAt": last_modified_at, "isActive": is_active, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def get(self, tax_rate_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[TaxRateRecord]:
        """Get a tax rate."""
        return self._transport.send("GET", "/accounting/taxRates/{}", [tax_rate_id], {"companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)


class Transactions(Resource):
    def create(self, body: TransactionInput, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, files: Optional[List[File]] = None, options: Optional[Options] = None) -> Answer[Transaction]:
        """Create a transaction."""
        return self._transport.send("POST", "/accounting/transactions", [], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True, multipart="transaction", files=files)


class TrialBalance(Resource):
    def list(self, *, fiscal_year_start_date: str, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, fiscal_year: Optional[str] = None, account_number: Optional[str] = None, account_code: Optional[str] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[TrialBalanceEntry]]:
        """List the trial balance."""
        return self._transport.send("GET", "/accounting/trialBalance", [], {"page": page, "limit": limit, "lastModifiedAt": last_modified_at, "fiscalYear": fiscal_year, "fiscalYearStartDate": fiscal_year_start_date, "accountNumber": account_number, "accountCode": account_code, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def all(self, *, fiscal_year_start_date: str, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, fiscal_year: Optional[str] = None, account_number: Optional[str] = None, account_code: Optional[str] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Iterator[TrialBalanceEntry]:
        """List the trial balance: all of them, page by page."""
        return self._transport.all("GET", "/accounting/trialBalance", [], {"limit": limit, "lastModifiedAt": last_modified_at, "fiscalYear": fiscal_year, "fiscalYearStartDate": fiscal_year_start_date, "accountNumber": account_number, "accountCode": account_code, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)


class Units(Resource):
    def list(self, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[Unit]]:
        """List units."""
        return self._transport.send("GET", "/accounting/units", [], {"page": page, "limit": limit, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def all(self, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Iterator[Unit]:
        """List units: all of them, page by page."""
        return self._transport.all("GET", "/accounting/units", [], {"limit": limit, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)


class VendorCredits(Resource):
    def list(self, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, status: Optional[Literal["DRAFT", "CORRECTIVE", "SUBMITTED", "DOCUMENT_CREATED", "OPEN", "PARTIALLY_PAID", "PAID", "PARTIALLY_OVERDUE", "OVERDUE", "VOIDED"]] = None, payment_status: Optional[Literal["NO_OPEN_ITEM", "PENDING", "PARTLY_PAID", "PAID", "DEBITED", "CREDIT_NOTE_CLEARED", "CLEARED_WITH_CREDIT_NOTE", "BAD_DEBT", "PARTIAL_CANCELLATION", "CANCELED", "UNKNOWN"]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Answer[List[VendorCredit]]:
        """List vendor credits."""
        return self._transport.send("GET", "/accounting/vendorCredits", [], {"page": page, "limit": limit, "lastModifiedAt": last_modified_at, "status": status, "paymentStatus": payment_status, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def all(self, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, last_modified_at: Optional[Union[str, int]] = None, status: Optional[Literal["DRAFT", "CORRECTIVE", "SUBMITTED", "DOCUMENT_CREATED", "OPEN", "PARTIALLY_PAID", "PAID", "PARTIALLY_OVERDUE", "OVERDUE", "VOIDED"]] = None, payment_status: Optional[Literal["NO_OPEN_ITEM", "PENDING", "PARTLY_PAID", "PAID", "DEBITED", "CREDIT_NOTE_CLEARED", "CLEARED_WITH_CREDIT_NOTE", "BAD_DEBT", "PARTIAL_CANCELLATION", "CANCELED", "UNKNOWN"]] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, raw_data: Optional[bool] = None, options: Optional[Options] = None) -> Iterator[VendorCredit]:
        """List vendor credits: all of them, page by page."""
        return self._transport.all("GET", "/accounting/vendorCredits", [], {"limit": limit, "lastModifiedAt": last_modified_at, "status": status, "paymentStatus": payment_status, "companyId": company_id, "environmentName": environment_name, "rawData": raw_data}, options)

    def create(self, body: VendorCreditInput, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[VendorCredit]:
        """Create a vendor credit."""
        return self._transport.send("POST", "/accounting/vendorCredits", [], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True)

    def update(self, vendor_credit_id: str, body: VendorCreditInput, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[VendorCredit]:
        """Replace a vendor credit."""
        return self._transport.send("PUT", "/accounting/vendorCredits/{}", [vendor_credit_id], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, body=body, is_write=True)

    def delete(self, vendor_credit_id: str, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, dry_run: Optional[bool] = None, options: Optional[Options] = None) -> Answer[Deleted]:
        """Delete a vendor credit."""
        return self._transport.send("DELETE", "/accounting/vendorCredits/{}", [vendor_credit_id], {"companyId": company_id, "environmentName": environment_name, "dryRun": dry_run}, options, is_write=True)


class AuthEnvironments(Resource):
    def list(self, *, options: Optional[Options] = None) -> Answer[List[Environment]]:
        """List the environments of a connection."""
        return self._transport.send("GET", "/auth/environments", [], {}, options)


class AuthCompanies(Resource):
    def list(self, *, environment_name: Optional[str] = None, options: Optional[Options] = None) -> Answer[List[Company]]:
        """List the companies of a connection."""
        return self._transport.send("GET", "/auth/companies", [], {"environmentName": environment_name}, options)


class AuthConnection(Resource):
    def get(self, *, options: Optional[Options] = None) -> Answer[ConnectionState]:
        """Get the state of a connection."""
        return self._transport.send("GET", "/auth/connection", [], {}, options)

    def delete(self, *, options: Optional[Options] = None) -> Answer[ConnectionEnd]:
        """End a connection."""
        return self._transport.send("DELETE", "/auth/connection", [], {}, options)


class AuthAccountKey(Resource):
    def delete(self, *, options: Optional[Options] = None) -> Answer[AccountKeyEnd]:
        """Revoke an account key."""
        return self._transport.send("DELETE", "/auth/accountKey", [], {}, options)


class AuthAssistants(Resource):
    def list(self, *, options: Optional[Options] = None) -> Answer[List[AssistantAccess]]:
        """List the assistants of a connection."""
        return self._transport.send("GET", "/auth/assistants", [], {}, options)

    def delete(self, assistant_id: str, *, options: Optional[Options] = None) -> Answer[AssistantEnd]:
        """End the access of an assistant."""
        return self._transport.send("DELETE", "/auth/assistants/{}", [assistant_id], {}, options)


class AuthImports(Resource):
    def create(self, target_system: str, body: ConnectionImport, *, options: Optional[Options] = None) -> Answer[StartedImport]:
        """Import connections from another service."""
        return self._transport.send("POST", "/auth/import/{}", [target_system], {}, options, body=body)

    def get(self, task_id: str, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, state: Optional[Literal["waiting", "connected", "failed"]] = None, options: Optional[Options] = None) -> Answer[ImportTask]:
        """Get the result of an import."""
        return self._transport.send("GET", "/auth/imports/{}", [task_id], {"page": page, "limit": limit, "state": state}, options)

    def delete(self, task_id: str, *, options: Optional[Options] = None) -> Answer[ErasedKeys]:
        """Erase the account keys of an import."""
        return self._transport.send("DELETE", "/auth/imports/{}", [task_id], {}, options)


class Auth(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.environments = AuthEnvironments(transport)
        self.companies = AuthCompanies(transport)
        self.connection = AuthConnection(transport)
        self.account_key = AuthAccountKey(transport)
        self.assistants = AuthAssistants(transport)
        self.imports = AuthImports(transport)

    def link(self, target_system: str, *, callback_url: Optional[str] = None, cancel_callback_url: Optional[str] = None, tenant_id: Optional[str] = None, base_url: Optional[str] = None, environment_selection: Optional[bool] = None, include_signature: Optional[bool] = None, locale: Optional[str] = None, company_id: Optional[str] = None, environment: Optional[str] = None, company: Optional[str] = None, opener_origin: Optional[str] = None, end_user_id: Optional[str] = None, end_user_name: Optional[str] = None, options: Optional[Options] = None) -> Answer[FlowAddress]:
        """Start connecting an end user."""
        return self._transport.send("GET", "/auth/{}", [target_system], {"callbackUrl": callback_url, "cancelCallbackUrl": cancel_callback_url, "tenantId": tenant_id, "baseUrl": base_url, "environmentSelection": environment_selection, "include_signature": include_signature, "locale": locale, "companyId": company_id, "environment": environment, "company": company, "openerOrigin": opener_origin, "endUserId": end_user_id, "endUserName": end_user_name}, options)

    def begin_webhook(self, target_system: str, body: WebhookFlowInput, *, options: Optional[Options] = None) -> Answer[FlowAddress]:
        """Start connecting an end user and receive the key by webhook."""
        return self._transport.send("POST", "/auth/{}", [target_system], {}, options, body=body)

    def create_account(self, target_system: str, body: Optional[HeadlessCredentials] = None, *, options: Optional[Options] = None) -> Answer[AccountKey]:
        """Connect an end user without a page."""
        return self._transport.send("POST", "/auth/accounts/{}", [target_system], {}, options, body=body)

    def reconnect(self, body: Optional[ReconnectInput] = None, *, options: Optional[Options] = None) -> Answer[FlowAddress]:
        """Reauthorise a connection."""
        return self._transport.send("POST", "/auth/reconnect", [], {}, options, body=body)


class Profile(Resource):
    def get(self, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, options: Optional[Options] = None) -> Answer[Company]:
        """Get the company of a connection."""
        return self._transport.send("GET", "/accounting/profile", [], {"companyId": company_id, "environmentName": environment_name}, options)


class UserInfo(Resource):
    def get(self, *, options: Optional[Options] = None) -> Answer[UserInfo]:
        """Get the signed-in user."""
        return self._transport.send("GET", "/user/user-info", [], {}, options)


class TenantSigningSecret(Resource):
    def create(self, *, options: Optional[Options] = None) -> Answer[SigningSecret]:
        """Create the signing secret."""
        return self._transport.send("POST", "/tenant/signing-secret", [], {}, options)


class TenantPageStyle(Resource):
    def save(self, body: Optional[PageStyleInput] = None, *, options: Optional[Options] = None) -> Answer[PageStyle]:
        """Set the style and texts of the pages."""
        return self._transport.send("POST", "/tenants/submission-page-style", [], {}, options, body=body)

    def get(self, *, options: Optional[Options] = None) -> Answer[PageStyle]:
        """Get the style and texts of the pages."""
        return self._transport.send("GET", "/tenants/submission-page-style", [], {}, options)


class TenantHiddenFields(Resource):
    def save(self, body: HiddenFieldsInput, *, options: Optional[Options] = None) -> Answer[HiddenFields]:
        """Hide fields of records."""
        return self._transport.send("PUT", "/tenants/hidden-fields", [], {}, options, body=body)

    def get(self, *, connection_id: Optional[str] = None, options: Optional[Options] = None) -> Answer[HiddenFields]:
        """Get the hidden fields."""
        return self._transport.send("GET", "/tenants/hidden-fields", [], {"connectionId": connection_id}, options)


class TenantCallbackUrls(Resource):
    def save(self, body: CallbackUrls, *, options: Optional[Options] = None) -> Answer[CallbackUrls]:
        """Set the default callback URLs."""
        return self._transport.send("POST", "/tenants/add-callback-urls", [], {}, options, body=body)

    def get(self, *, options: Optional[Options] = None) -> Answer[RegisteredCallbackUrls]:
        """Get the default callback URLs."""
        return self._transport.send("GET", "/tenants/get-callback-url", [], {}, options)


class TenantSystems(Resource):
    def register(self, body: SystemRegistration, *, options: Optional[Options] = None) -> Answer[RegisteredSystem]:
        """Register your own OAuth client at a target system."""
        return self._transport.send("POST", "/tenants/register-system", [], {}, options, body=body)

    def list(self, *, options: Optional[Options] = None) -> Answer[List[RegisteredSystem]]:
        """List your OAuth clients."""
        return self._transport.send("GET", "/tenants/get-registered-systems", [], {}, options)

    def delete(self, target_system: str, *, options: Optional[Options] = None) -> Answer[DeletedOAuthClient]:
        """Remove your OAuth client at a target system."""
        return self._transport.send("DELETE", "/tenants/delete-registered-system/{}", [target_system], {}, options)

    def requirements(self, *, target_system: Optional[str] = None, options: Optional[Options] = None) -> Answer[List[Requirement]]:
        """List the fields that a target system requires from end users."""
        return self._transport.send("GET", "/tenants/get-target-system-requirements", [], {"targetSystem": target_system}, options)

    def values(self, *, target_system: Optional[str] = None, options: Optional[Options] = None) -> Answer[Union[TargetSystemValues, List[TargetSystemValues]]]:
        """Get your registration for a target system."""
        return self._transport.send("GET", "/tenants/get-target-system-values", [], {"targetSystem": target_system}, options)


class TenantIssues(Resource):
    def list(self, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, state: Optional[Literal["open", "closed"]] = None, target_system: Optional[str] = None, connection_id: Optional[str] = None, options: Optional[Options] = None) -> Answer[List[Issue]]:
        """List the problems that somebody has to solve."""
        return self._transport.send("GET", "/tenants/issues", [], {"page": page, "limit": limit, "state": state, "targetSystem": target_system, "connectionId": connection_id}, options)

    def all(self, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, state: Optional[Literal["open", "closed"]] = None, target_system: Optional[str] = None, connection_id: Optional[str] = None, options: Optional[Options] = None) -> Iterator[Issue]:
        """List the problems that somebody has to solve: all of them, page by page."""
        return self._transport.all("GET", "/tenants/issues", [], {"limit": limit, "state": state, "targetSystem": target_system, "connectionId": connection_id}, options)


class TenantAuditLog(Resource):
    def list(self, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, from_: Optional[Union[str, int]] = None, to: Optional[Union[str, int]] = None, action: Optional[str] = None, options: Optional[Options] = None) -> Answer[List[AuditLogEntry]]:
        """List who changed what, and when."""
        return self._transport.send("GET", "/tenants/audit-log", [], {"page": page, "limit": limit, "from": from_, "to": to, "action": action}, options)

    def all(self, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, from_: Optional[Union[str, int]] = None, to: Optional[Union[str, int]] = None, action: Optional[str] = None, options: Optional[Options] = None) -> Iterator[AuditLogEntry]:
        """List who changed what, and when: all of them, page by page."""
        return self._transport.all("GET", "/tenants/audit-log", [], {"limit": limit, "from": from_, "to": to, "action": action}, options)


class TenantErasures(Resource):
    def list(self, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, options: Optional[Options] = None) -> Answer[List[Erasure]]:
        """List the receipts of erased connections."""
        return self._transport.send("GET", "/tenants/erasures", [], {"page": page, "limit": limit}, options)

    def all(self, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, options: Optional[Options] = None) -> Iterator[Erasure]:
        """List the receipts of erased connections: all of them, page by page."""
        return self._transport.all("GET", "/tenants/erasures", [], {"limit": limit}, options)


class TenantUsage(Resource):
    def get(self, *, from_: Optional[str] = None, to: Optional[str] = None, by: Optional[Literal["day", "connection", "targetSystem", "cause"]] = None, target_system: Optional[str] = None, connection_id: Optional[str] = None, options: Optional[Options] = None) -> Answer[List[Usage]]:
        """Get the calls to target systems, and their bytes."""
        return self._transport.send("GET", "/tenants/usage", [], {"from": from_, "to": to, "by": by, "targetSystem": target_system, "connectionId": connection_id}, options)

    def budgets(self, body: List[UsageBudgetInput], *, options: Optional[Options] = None) -> Answer[List[UsageBudget]]:
        """Set the budgets for calls to target systems."""
        return self._transport.send("PUT", "/tenants/usage/budgets", [], {}, options, body=body)


class TenantConsoleLinks(Resource):
    def create(self, body: ConsoleLinkInput, *, options: Optional[Options] = None) -> Answer[ConsoleLink]:
        """Create a link to the console."""
        return self._transport.send("POST", "/tenant/console-links", [], {}, options, body=body)


class TenantConsoleSessions(Resource):
    def list(self, *, options: Optional[Options] = None) -> Answer[List[ConsoleSession]]:
        """List the console sessions and links of your organisation."""
        return self._transport.send("GET", "/tenant/console-sessions", [], {}, options)

    def delete(self, session_id: str, *, options: Optional[Options] = None) -> Answer[EndedConsoleSession]:
        """End a console session or withdraw a link."""
        return self._transport.send("DELETE", "/tenant/console-sessions/{}", [session_id], {}, options)


class TenantEndUsers(Resource):
    def count(self, *, options: Optional[Options] = None) -> Answer[Dict[str, Any]]:
        """Count your end users' connections by target system."""
        return self._transport.send("GET", "/tenants/count-end-users-by-system", [], {}, options)

    def list(self, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, end_user_id: Optional[str] = None, end_user_name: Optional[str] = None, options: Optional[Options] = None) -> Answer[List[EndUser]]:
        """List your end users' connections."""
        return self._transport.send("GET", "/tenants/get-end-user-list", [], {"page": page, "limit": limit, "endUserId": end_user_id, "endUserName": end_user_name}, options)

    def all(self, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, end_user_id: Optional[str] = None, end_user_name: Optional[str] = None, options: Optional[Options] = None) -> Iterator[EndUser]:
        """List your end users' connections: all of them, page by page."""
        return self._transport.all("GET", "/tenants/get-end-user-list", [], {"limit": limit, "endUserId": end_user_id, "endUserName": end_user_name}, options)

    def page(self, body: Optional[EndUserPageInput] = None, *, options: Optional[Options] = None) -> Answer[EndUserPage]:
        """Create a link to a page on which an end user manages their connections."""
        return self._transport.send("POST", "/tenants/end-user-pages", [], {}, options, body=body)

    def delete(self, *, id: Optional[str] = None, options: Optional[Options] = None) -> Answer[DeletedConnection]:
        """End an end user's connection."""
        return self._transport.send("DELETE", "/tenants/delete-end-user", [], {"id": id}, options)


class TenantConnections(Resource):
    def list(self, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, needs: Optional[Literal["consent", "reauth"]] = None, target_system: Optional[str] = None, end_user_id: Optional[str] = None, end_user_name: Optional[str] = None, options: Optional[Options] = None) -> Answer[List[TenantConnection]]:
        """List connections and what they need from their end users."""
        return self._transport.send("GET", "/tenants/connections", [], {"page": page, "limit": limit, "needs": needs, "targetSystem": target_system, "endUserId": end_user_id, "endUserName": end_user_name}, options)

    def all(self, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, needs: Optional[Literal["consent", "reauth"]] = None, target_system: Optional[str] = None, end_user_id: Optional[str] = None, end_user_name: Optional[str] = None, options: Optional[Options] = None) -> Iterator[TenantConnection]:
        """List connections and what they need from their end users: all of them, page by page."""
        return self._transport.all("GET", "/tenants/connections", [], {"limit": limit, "needs": needs, "targetSystem": target_system, "endUserId": end_user_id, "endUserName": end_user_name}, options)

    def links(self, body: ConnectionLinksInput, *, options: Optional[Options] = None) -> Answer[List[ConnectionLink]]:
        """Create links with which end users authorise their connections again."""
        return self._transport.send("POST", "/tenants/connections/links", [], {}, options, body=body)


class TenantWebhooksSecret(Resource):
    def rotate(self, webhook_id: str, *, options: Optional[Options] = None) -> Answer[NewWebhookSecret]:
        """Rotate the secret of a subscription, for the whole tenant."""
        return self._transport.send("POST", "/tenants/webhooks/{}/secret", [webhook_id], {}, options)


class TenantWebhooksDeliveries(Resource):
    def list(self, webhook_id: str, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, state: Optional[Literal["open", "done", "failed"]] = None, options: Optional[Options] = None) -> Answer[List[WebhookDelivery]]:
        """List the deliveries of a subscription, for the whole tenant."""
        return self._transport.send("GET", "/tenants/webhooks/{}/deliveries", [webhook_id], {"page": page, "limit": limit, "state": state}, options)

    def all(self, webhook_id: str, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, state: Optional[Literal["open", "done", "failed"]] = None, options: Optional[Options] = None) -> Iterator[WebhookDelivery]:
        """List the deliveries of a subscription, for the whole tenant: all of them, page by page."""
        return self._transport.all("GET", "/tenants/webhooks/{}/deliveries", [webhook_id], {"limit": limit, "state": state}, options)


class TenantWebhooks(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.secret = TenantWebhooksSecret(transport)
        self.deliveries = TenantWebhooksDeliveries(transport)

    def create(self, body: WebhookSubscriptionInput, *, options: Optional[Options] = None) -> Answer[NewWebhookSubscription]:
        """Subscribe to changes, for the whole tenant."""
        return self._transport.send("POST", "/tenants/webhooks", [], {}, options, body=body)

    def get(self, *, id: Optional[str] = None, callback_url: Optional[str] = None, created_date: Optional[Union[str, int]] = None, expires_date: Optional[Union[str, int]] = None, updated_date: Optional[Union[str, int]] = None, options: Optional[Options] = None) -> Answer[WebhookSubscription]:
        """Get the newest subscription, for the whole tenant."""
        return self._transport.send("GET", "/tenants/webhooks", [], {"id": id, "callbackUrl": callback_url, "createdDate": created_date, "expiresDate": expires_date, "updatedDate": updated_date}, options)

    def list(self, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, options: Optional[Options] = None) -> Answer[List[ListedWebhookSubscription]]:
        """List the subscriptions, for the whole tenant."""
        return self._transport.send("GET", "/tenants/webhooks/subscriptions", [], {"page": page, "limit": limit}, options)

    def all(self, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, options: Optional[Options] = None) -> Iterator[ListedWebhookSubscription]:
        """List the subscriptions, for the whole tenant: all of them, page by page."""
        return self._transport.all("GET", "/tenants/webhooks/subscriptions", [], {"limit": limit}, options)

    def delete(self, webhook_id: str, *, options: Optional[Options] = None) -> Answer[DeletedWebhookSubscription]:
        """Delete a subscription, for the whole tenant."""
        return self._transport.send("DELETE", "/tenants/webhooks/{}", [webhook_id], {}, options)

    def test(self, webhook_id: str, *, options: Optional[Options] = None) -> Answer[WebhookTestDelivery]:
        """Send a test event to a subscription, for the whole tenant."""
        return self._transport.send("POST", "/tenants/webhooks/{}/test", [webhook_id], {}, options)

    def renew(self, webhook_id: str, *, options: Optional[Options] = None) -> Answer[ListedWebhookSubscription]:
        """Renew a subscription, for the whole tenant."""
        return self._transport.send("POST", "/tenants/webhooks/{}/renew", [webhook_id], {}, options)

    def replay(self, webhook_id: str, body: WebhookReplayInput, *, options: Optional[Options] = None) -> Answer[WebhookReplay]:
        """Replay deliveries, for the whole tenant."""
        return self._transport.send("POST", "/tenants/webhooks/{}/replay", [webhook_id], {}, options, body=body)


class Tenant(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.signing_secret = TenantSigningSecret(transport)
        self.page_style = TenantPageStyle(transport)
        self.hidden_fields = TenantHiddenFields(transport)
        self.callback_urls = TenantCallbackUrls(transport)
        self.systems = TenantSystems(transport)
        self.issues = TenantIssues(transport)
        self.audit_log = TenantAuditLog(transport)
        self.erasures = TenantErasures(transport)
        self.usage = TenantUsage(transport)
        self.console_links = TenantConsoleLinks(transport)
        self.console_sessions = TenantConsoleSessions(transport)
        self.end_users = TenantEndUsers(transport)
        self.connections = TenantConnections(transport)
        self.webhooks = TenantWebhooks(transport)


class Operations(Resource):
    def get(self, operation_id: str, *, options: Optional[Options] = None) -> Answer[WriteOperation]:
        """Get the outcome of a write."""
        return self._transport.send("GET", "/operations/{}", [operation_id], {}, options)

    def reconcile(self, operation_id: str, *, options: Optional[Options] = None) -> Answer[WriteOperation]:
        """Reconcile the outcome of a write."""
        return self._transport.send("POST", "/operations/{}/reconcile", [operation_id], {}, options)


class WebhooksSecret(Resource):
    def rotate(self, webhook_id: str, *, options: Optional[Options] = None) -> Answer[NewWebhookSecret]:
        """Rotate the secret of a subscription."""
        return self._transport.send("POST", "/webhooks/{}/secret", [webhook_id], {}, options)


class WebhooksDeliveries(Resource):
    def list(self, webhook_id: str, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, state: Optional[Literal["open", "done", "failed"]] = None, options: Optional[Options] = None) -> Answer[List[WebhookDelivery]]:
        """List the deliveries of a subscription."""
        return self._transport.send("GET", "/webhooks/{}/deliveries", [webhook_id], {"page": page, "limit": limit, "state": state}, options)

    def all(self, webhook_id: str, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, state: Optional[Literal["open", "done", "failed"]] = None, options: Optional[Options] = None) -> Iterator[WebhookDelivery]:
        """List the deliveries of a subscription: all of them, page by page."""
        return self._transport.all("GET", "/webhooks/{}/deliveries", [webhook_id], {"limit": limit, "state": state}, options)


class Webhooks(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.secret = WebhooksSecret(transport)
        self.deliveries = WebhooksDeliveries(transport)

    def create(self, body: WebhookSubscriptionInput, *, company_id: Optional[str] = None, environment_name: Optional[str] = None, options: Optional[Options] = None) -> Answer[NewWebhookSubscription]:
        """Subscribe to changes in a connection."""
        return self._transport.send("POST", "/webhooks", [], {"companyId": company_id, "environmentName": environment_name}, options, body=body)

    def get(self, *, id: Optional[str] = None, callback_url: Optional[str] = None, created_date: Optional[Union[str, int]] = None, expires_date: Optional[Union[str, int]] = None, updated_date: Optional[Union[str, int]] = None, raw_data: Optional[bool] = None, company_id: Optional[str] = None, environment_name: Optional[str] = None, options: Optional[Options] = None) -> Answer[WebhookSubscription]:
        """Get the newest subscription."""
        return self._transport.send("GET", "/webhooks", [], {"id": id, "callbackUrl": callback_url, "createdDate": created_date, "expiresDate": expires_date, "updatedDate": updated_date, "rawData": raw_data, "companyId": company_id, "environmentName": environment_name}, options)

    def list(self, *, page: Optional[int] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, options: Optional[Options] = None) -> Answer[List[ListedWebhookSubscription]]:
        """List the subscriptions of a connection."""
        return self._transport.send("GET", "/webhooks/subscriptions", [], {"page": page, "limit": limit}, options)

    def all(self, *, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, options: Optional[Options] = None) -> Iterator[ListedWebhookSubscription]:
        """List the subscriptions of a connection: all of them, page by page."""
        return self._transport.all("GET", "/webhooks/subscriptions", [], {"limit": limit}, options)

    def delete(self, webhook_id: str, *, options: Optional[Options] = None) -> Answer[DeletedWebhookSubscription]:
        """Delete a subscription."""
        return self._transport.send("DELETE", "/webhooks/{}", [webhook_id], {}, options)

    def test(self, webhook_id: str, *, options: Optional[Options] = None) -> Answer[WebhookTestDelivery]:
        """Send a test event to a subscription."""
        return self._transport.send("POST", "/webhooks/{}/test", [webhook_id], {}, options)

    def renew(self, webhook_id: str, *, options: Optional[Options] = None) -> Answer[ListedWebhookSubscription]:
        """Renew a subscription."""
        return self._transport.send("POST", "/webhooks/{}/renew", [webhook_id], {}, options)

    def replay(self, webhook_id: str, body: WebhookReplayInput, *, options: Optional[Options] = None) -> Answer[WebhookReplay]:
        """Replay deliveries."""
        return self._transport.send("POST", "/webhooks/{}/replay", [webhook_id], {}, options, body=body)


class Events(Resource):
    def list(self, *, cursor: Optional[str] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, options: Optional[Options] = None) -> Answer[List[LoggedEvent]]:
        """List the event log of a connection."""
        return self._transport.send("GET", "/events", [], {"cursor": cursor, "limit": limit}, options)

    def all(self, *, cursor: Optional[str] = None, limit: Optional[Literal[5, 10, 20, 50, 100]] = None, options: Optional[Options] = None) -> Iterator[LoggedEvent]:
        """List the event log of a connection: all of them, page by page."""
        return self._transport.all("GET", "/events", [], {"cursor": cursor, "limit": limit}, options)


class TargetSystems(Resource):
    def list(self, *, options: Optional[Options] = None) -> Answer[List[TargetSystem]]:
        """List the target systems."""
        return self._transport.send("GET", "/targetSystems", [], {}, options)

    def get(self, slug: str, *, options: Optional[Options] = None) -> Answer[TargetSystemDetails]:
        """Get a target system."""
        return self._transport.send("GET", "/targetSystems/{}", [slug], {}, options)


class HealthDetails(Resource):
    def get(self, *, options: Optional[Options] = None) -> Answer[Dict[str, Any]]:
        """Get the health of each component."""
        return self._transport.send("GET", "/health/details", [], {}, options)


class Health(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.details = HealthDetails(transport)

    def get(self, *, options: Optional[Options] = None) -> Answer[Dict[str, Any]]:
        """Check whether the service is ready."""
        return self._transport.send("GET", "/health", [], {}, options)


class Changelog(Resource):
    def list(self, *, options: Optional[Options] = None) -> Answer[List[ChangelogMonth]]:
        """Get the changelog."""
        return self._transport.send("GET", "/changelog", [], {}, options)


class Openapi(Resource):
    def get(self, *, options: Optional[Options] = None) -> Answer[Dict[str, Any]]:
        """Get the OpenAPI description."""
        return self._transport.send("GET", "/openapi.json", [], {}, options)


class Resources:
    """All resources."""

    def __init__(self, transport: Transport) -> None:
        self.accounts = Accounts(transport)
        self.tasks = Tasks(transport)
        self.bank_accounts = BankAccounts(transport)
        self.bills = Bills(transport)
        self.booking_proposals = BookingProposals(transport)
        self.contacts = Contacts(transport)
        self.credit_notes = CreditNotes(transport)
        self.customers = Customers(transport)
        self.dimensions = Dimensions(transport)
        self.expenses = Expenses(transport)
        self.files = Files(transport)
        self.fiscal_years = FiscalYears(transport)
        self.goods_receipts = GoodsReceipts(transport)
        self.invoices = Invoices(transport)
        self.items = Items(transport)
        self.journal_entries = JournalEntries(transport)
        self.journals = Journals(transport)
        self.offers = Offers(transport)
        self.open_items = OpenItems(transport)
        self.pass_through = PassThrough(transport)
        self.payments = Payments(transport)
        self.payment_terms = PaymentTerms(transport)
        self.projects = Projects(transport)
        self.purchase_orders = PurchaseOrders(transport)
        self.sales_orders = SalesOrders(transport)
        self.suppliers = Suppliers(transport)
        self.tax_rates = TaxRates(transport)
        self.transactions = Transactions(transport)
        self.trial_balance = TrialBalance(transport)
        self.units = Units(transport)
        self.vendor_credits = VendorCredits(transport)
        self.auth = Auth(transport)
        self.profile = Profile(transport)
        self.user_info = UserInfo(transport)
        self.tenant = Tenant(transport)
        self.operations = Operations(transport)
        self.webhooks = Webhooks(transport)
        self.events = Events(transport)
        self.target_systems = TargetSystems(transport)
        self.health = Health(transport)
        self.changelog = Changelog(transport)
        self.openapi = Openapi(transport)

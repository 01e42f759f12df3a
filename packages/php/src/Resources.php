<?php

// Generated from Kontor's OpenAPI description by "npm run clients". Do not edit.

declare(strict_types=1);

namespace Kontor;

/**
 * @phpstan-import-type Account from Records
 * @phpstan-import-type AccountInput from Records
 */
final class Accounts extends Resource
{
    /**
     * List accounts.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, lastModifiedAt?: string|int, fiscalYear?: string, fiscalYearStartDate?: string, debitCreditIndicator?: 'DEBIT'|'CREDIT', types?: string, classFilter?: 'ASSET'|'EQUITY'|'EXPENSE'|'LIABILITY'|'REVENUE', isActive?: bool, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<Account>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/accounts', [], $query, $options);
    }

    /**
     * List accounts: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, lastModifiedAt?: string|int, fiscalYear?: string, fiscalYearStartDate?: string, debitCreditIndicator?: 'DEBIT'|'CREDIT', types?: string, classFilter?: 'ASSET'|'EQUITY'|'EXPENSE'|'LIABILITY'|'REVENUE', isActive?: bool, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return \Generator<int, Account>
     */
    public function all(array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/accounting/accounts', [], $query, $options);
    }

    /**
     * Create an account.
     *
     * @param AccountInput $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<Account>
     */
    public function create(array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/accounting/accounts', [], $query, $options, body: $body, isWrite: true);
    }

    /**
     * Get an account.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<Account>
     */
    public function get(string $accountId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/accounts/{}', [$accountId], $query, $options);
    }
}

/**
 * @phpstan-import-type AsyncTask from Records
 */
final class Tasks extends Resource
{
    /**
     * Get an asynchronous task.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<AsyncTask>
     */
    public function get(string $taskId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/asyncTask/{}', [$taskId], $query, $options);
    }

    /**
     * Waits until the task has ended, at most as many seconds as given. Throws a TaskError if it failed.
     */
    public function wait(string $taskId, ?float $timeLimit = null, ?Options $options = null): Answer
    {
        return $this->transport->wait($taskId, $timeLimit, $options);
    }
}

/**
 * @phpstan-import-type BankAccount from Records
 * @phpstan-import-type BankAccountInput from Records
 */
final class BankAccounts extends Resource
{
    /**
     * List bank accounts.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, lastModifiedAt?: string|int, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<BankAccount>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/bankAccounts', [], $query, $options);
    }

    /**
     * List bank accounts: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, lastModifiedAt?: string|int, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return \Generator<int, BankAccount>
     */
    public function all(array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/accounting/bankAccounts', [], $query, $options);
    }

    /**
     * Create a bank account.
     *
     * @param BankAccountInput $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<BankAccount>
     */
    public function create(array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/accounting/bankAccounts', [], $query, $options, body: $body, isWrite: true);
    }

    /**
     * Get a bank account.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<BankAccount>
     */
    public function get(string $bankAccountId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/bankAccounts/{}', [$bankAccountId], $query, $options);
    }
}

/**
 * @phpstan-import-type Document from Records
 */
final class BillsDocument extends Resource
{
    /**
     * Get the document of a bill.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<Document>
     */
    public function get(string $billId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/bills/{}/document', [$billId], $query, $options);
    }
}

/**
 * @phpstan-import-type Document from Records
 */
final class BillsDocuments extends Resource
{
    /**
     * List the documents of a bill.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<Document>>
     */
    public function list(string $billId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/bills/{}/documents', [$billId], $query, $options);
    }
}

/**
 * @phpstan-import-type BillLineItem from Records
 * @phpstan-import-type BillLineItemInput from Records
 * @phpstan-import-type BillLineItemUpdate from Records
 */
final class BillsLineItems extends Resource
{
    /**
     * List the line items of a bill.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<BillLineItem>>
     */
    public function list(string $billId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/bills/{}/lineItems', [$billId], $query, $options);
    }

    /**
     * Create a line item of a bill.
     *
     * @param BillLineItemInput $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<list<BillLineItem>>
     */
    public function create(string $billId, array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/accounting/bills/{}/lineItems', [$billId], $query, $options, body: $body, isWrite: true);
    }

    /**
     * Replace a line item of a bill.
     *
     * @param BillLineItemUpdate $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<list<BillLineItem>>
     */
    public function update(string $billId, string $lineItemId, array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('PUT', '/accounting/bills/{}/lineItems/{}', [$billId, $lineItemId], $query, $options, body: $body, isWrite: true);
    }
}

/**
 * @phpstan-import-type Bill from Records
 * @phpstan-import-type BillInput from Records
 * @phpstan-import-type Deleted from Records
 */
final class Bills extends Resource
{
    public readonly BillsDocument $document;
    public readonly BillsDocuments $documents;
    public readonly BillsLineItems $lineItems;

    public function __construct(Transport $transport)
    {
        parent::__construct($transport);
        $this->document = new BillsDocument($transport);
        $this->documents = new BillsDocuments($transport);
        $this->lineItems = new BillsLineItems($transport);
    }

    /**
     * List bills.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, lastModifiedAt?: string|int, status?: 'DRAFT'|'CORRECTIVE'|'SUBMITTED'|'DOCUMENT_CREATED'|'OPEN'|'PARTIALLY_PAID'|'PAID'|'PARTIALLY_OVERDUE'|'OVERDUE'|'VOIDED', paymentStatus?: 'NO_OPEN_ITEM'|'PENDING'|'PARTLY_PAID'|'PAID'|'DEBITED'|'CREDIT_NOTE_CLEARED'|'CLEARED_WITH_CREDIT_NOTE'|'BAD_DEBT'|'PARTIAL_CANCELLATION'|'CANCELED'|'UNKNOWN', billDateFrom?: string, orderField?: 'billDate'|'billNumber'|'createdDate'|'updatedDate', orderDir?: 'ASC'|'DESC', companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<Bill>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/bills', [], $query, $options);
    }

    /**
     * List bills: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, lastModifiedAt?: string|int, status?: 'DRAFT'|'CORRECTIVE'|'SUBMITTED'|'DOCUMENT_CREATED'|'OPEN'|'PARTIALLY_PAID'|'PAID'|'PARTIALLY_OVERDUE'|'OVERDUE'|'VOIDED', paymentStatus?: 'NO_OPEN_ITEM'|'PENDING'|'PARTLY_PAID'|'PAID'|'DEBITED'|'CREDIT_NOTE_CLEARED'|'CLEARED_WITH_CREDIT_NOTE'|'BAD_DEBT'|'PARTIAL_CANCELLATION'|'CANCELED'|'UNKNOWN', billDateFrom?: string, orderField?: 'billDate'|'billNumber'|'createdDate'|'updatedDate', orderDir?: 'ASC'|'DESC', companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return \Generator<int, Bill>
     */
    public function all(array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/accounting/bills', [], $query, $options);
    }

    /**
     * Create a bill.
     *
     * @param BillInput $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<Bill>
     */
    public function create(array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/accounting/bills', [], $query, $options, body: $body, isWrite: true);
    }

    /**
     * Get a bill.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<Bill>
     */
    public function get(string $billId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/bills/{}', [$billId], $query, $options);
    }

    /**
     * Replace a bill.
     *
     * @param BillInput $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<Bill>
     */
    public function update(string $billId, array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('PUT', '/accounting/bills/{}', [$billId], $query, $options, body: $body, isWrite: true);
    }

    /**
     * Delete a bill.
     *
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<Deleted>
     */
    public function delete(string $billId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('DELETE', '/accounting/bills/{}', [$billId], $query, $options, isWrite: true);
    }
}

/**
 * @phpstan-import-type Document from Records
 */
final class BookingProposalsDocument extends Resource
{
    /**
     * Get the document of a booking proposal.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<Document>
     */
    public function get(string $bookingProposalId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/bookingProposals/{}/document', [$bookingProposalId], $query, $options);
    }
}

/**
 * @phpstan-import-type BookingProposal from Records
 * @phpstan-import-type BookingProposalInput from Records
 * @phpstan-import-type StartedTask from Records
 */
final class BookingProposals extends Resource
{
    public readonly BookingProposalsDocument $document;

    public function __construct(Transport $transport)
    {
        parent::__construct($transport);
        $this->document = new BookingProposalsDocument($transport);
    }

    /**
     * List booking proposals.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, lastModifiedAt?: string|int, bookingType?: 'INVOICE'|'BILL'|'CREDIT_NOTE'|'INVOICE_CREDIT_NOTE'|'BILL_CREDIT_NOTE'|'DOWN_PAYMENT'|'CREDIT_CARD'|'EXPENSE'|'OTHER', status?: 'OPEN'|'PAID'|'DRAFT'|'SUBMITTED'|'VOIDED'|'OVERDUE'|'PARTIALLY_PAID'|'DISPUTED'|'CANCELLED', orderField?: 'bookingProposalDate'|'number'|'createdDate'|'updatedDate', orderDir?: 'ASC'|'DESC', companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<BookingProposal>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/bookingProposals', [], $query, $options);
    }

    /**
     * List booking proposals: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, lastModifiedAt?: string|int, bookingType?: 'INVOICE'|'BILL'|'CREDIT_NOTE'|'INVOICE_CREDIT_NOTE'|'BILL_CREDIT_NOTE'|'DOWN_PAYMENT'|'CREDIT_CARD'|'EXPENSE'|'OTHER', status?: 'OPEN'|'PAID'|'DRAFT'|'SUBMITTED'|'VOIDED'|'OVERDUE'|'PARTIALLY_PAID'|'DISPUTED'|'CANCELLED', orderField?: 'bookingProposalDate'|'number'|'createdDate'|'updatedDate', orderDir?: 'ASC'|'DESC', companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return \Generator<int, BookingProposal>
     */
    public function all(array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/accounting/bookingProposals', [], $query, $options);
    }

    /**
     * Create a booking proposal.
     *
     * @param BookingProposalInput $body
     * @param array{bookingType?: 'INVOICE'|'BILL'|'CREDIT_NOTE'|'INVOICE_CREDIT_NOTE'|'BILL_CREDIT_NOTE'|'DOWN_PAYMENT'|'CREDIT_CARD'|'EXPENSE'|'OTHER', companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @param list<File> $files
     * @return Answer<BookingProposal>
     */
    public function create(array $body, array $query = [], array $files = [], ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/accounting/bookingProposals', [], $query, $options, body: $body, isWrite: true, multipart: 'bookingProposal', files: $files);
    }

    /**
     * Create a booking proposal in the background.
     *
     * @param BookingProposalInput $body
     * @param array{bookingType?: 'INVOICE'|'BILL'|'CREDIT_NOTE'|'INVOICE_CREDIT_NOTE'|'BILL_CREDIT_NOTE'|'DOWN_PAYMENT'|'CREDIT_CARD'|'EXPENSE'|'OTHER', companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @param list<File> $files
     * @return Answer<StartedTask>
     */
    public function createAsync(array $body, array $query = [], array $files = [], ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/accounting/bookingProposals/async', [], $query, $options, body: $body, isWrite: true, multipart: 'bookingProposal', files: $files);
    }

    /**
     * Get a booking proposal.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<BookingProposal>
     */
    public function get(string $bookingProposalId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/bookingProposals/{}', [$bookingProposalId], $query, $options);
    }
}

/**
 * @phpstan-import-type Contact from Records
 * @phpstan-import-type ContactInput from Records
 * @phpstan-import-type ContactPatch from Records
 * @phpstan-import-type ContactUpdate from Records
 * @phpstan-import-type ContactsBulkInput from Records
 * @phpstan-import-type StartedTask from Records
 */
final class Contacts extends Resource
{
    /**
     * List contacts.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, lastModifiedAt?: string|int, name?: string, email?: string, number?: string, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<Contact>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/contacts', [], $query, $options);
    }

    /**
     * List contacts: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, lastModifiedAt?: string|int, name?: string, email?: string, number?: string, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return \Generator<int, Contact>
     */
    public function all(array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/accounting/contacts', [], $query, $options);
    }

    /**
     * Create a contact.
     *
     * @param ContactInput $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<Contact>
     */
    public function create(array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/accounting/contacts', [], $query, $options, body: $body, isWrite: true);
    }

    /**
     * Create many contacts at once.
     *
     * @param ContactsBulkInput $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<StartedTask>
     */
    public function bulk(array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/accounting/contacts/bulk', [], $query, $options, body: $body, isWrite: true);
    }

    /**
     * Get a contact.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<Contact>
     */
    public function get(string $contactId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/contacts/{}', [$contactId], $query, $options);
    }

    /**
     * Replace a contact.
     *
     * @param ContactUpdate $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<Contact>
     */
    public function update(string $contactId, array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('PUT', '/accounting/contacts/{}', [$contactId], $query, $options, body: $body, isWrite: true);
    }

    /**
     * Update a contact.
     *
     * @param ContactPatch $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<Contact>
     */
    public function patch(string $contactId, array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('PATCH', '/accounting/contacts/{}', [$contactId], $query, $options, body: $body, isWrite: true);
    }
}

/**
 * @phpstan-import-type CreditNote from Records
 */
final class CreditNotes extends Resource
{
    /**
     * List credit notes.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, lastModifiedAt?: string|int, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<CreditNote>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/creditNotes', [], $query, $options);
    }

    /**
     * List credit notes: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, lastModifiedAt?: string|int, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return \Generator<int, CreditNote>
     */
    public function all(array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/accounting/creditNotes', [], $query, $options);
    }

    /**
     * Get a credit note.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<CreditNote>
     */
    public function get(string $creditNoteId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/creditNotes/{}', [$creditNoteId], $query, $options);
    }
}

/**
 * @phpstan-import-type CustomerOrSupplier from Records
 * @phpstan-import-type CustomerOrSupplierInput from Records
 * @phpstan-import-type CustomerOrSupplierPatch from Records
 */
final class Customers extends Resource
{
    /**
     * List customers.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, lastModifiedAt?: string|int, name?: string, email?: string, number?: string, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<CustomerOrSupplier>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/customers', [], $query, $options);
    }

    /**
     * List customers: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, lastModifiedAt?: string|int, name?: string, email?: string, number?: string, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return \Generator<int, CustomerOrSupplier>
     */
    public function all(array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/accounting/customers', [], $query, $options);
    }

    /**
     * Create a customer.
     *
     * @param CustomerOrSupplierInput $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<CustomerOrSupplier>
     */
    public function create(array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/accounting/customers', [], $query, $options, body: $body, isWrite: true);
    }

    /**
     * Get a customer.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<CustomerOrSupplier>
     */
    public function get(string $contactId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/customers/{}', [$contactId], $query, $options);
    }

    /**
     * Replace a customer.
     *
     * @param CustomerOrSupplierInput $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<CustomerOrSupplier>
     */
    public function update(string $contactId, array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('PUT', '/accounting/customers/{}', [$contactId], $query, $options, body: $body, isWrite: true);
    }

    /**
     * Update a customer.
     *
     * @param CustomerOrSupplierPatch $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<CustomerOrSupplier>
     */
    public function patch(string $contactId, array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('PATCH', '/accounting/customers/{}', [$contactId], $query, $options, body: $body, isWrite: true);
    }
}

/**
 * @phpstan-import-type DimensionRecord from Records
 */
final class Dimensions extends Resource
{
    /**
     * List dimensions.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, lastModifiedAt?: string|int, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<DimensionRecord>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/dimensions', [], $query, $options);
    }

    /**
     * List dimensions: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, lastModifiedAt?: string|int, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return \Generator<int, DimensionRecord>
     */
    public function all(array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/accounting/dimensions', [], $query, $options);
    }
}

/**
 * @phpstan-import-type Expense from Records
 * @phpstan-import-type ExpenseInput from Records
 * @phpstan-import-type StartedTask from Records
 */
final class Expenses extends Resource
{
    /**
     * List expenses.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, lastModifiedAt?: string|int, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<Expense>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/expenses', [], $query, $options);
    }

    /**
     * List expenses: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, lastModifiedAt?: string|int, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return \Generator<int, Expense>
     */
    public function all(array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/accounting/expenses', [], $query, $options);
    }

    /**
     * Create an expense.
     *
     * @param ExpenseInput $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @param list<File> $files
     * @return Answer<Expense>
     */
    public function create(array $body, array $query = [], array $files = [], ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/accounting/expenses', [], $query, $options, body: $body, isWrite: true, multipart: 'expense', files: $files);
    }

    /**
     * Create an expense in the background.
     *
     * @param ExpenseInput $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @param list<File> $files
     * @return Answer<StartedTask>
     */
    public function createAsync(array $body, array $query = [], array $files = [], ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/accounting/expenses/async', [], $query, $options, body: $body, isWrite: true, multipart: 'expense', files: $files);
    }

    /**
     * Get an expense.
     *
     * @param array{journalCode?: string, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<Expense>
     */
    public function get(string $expenseId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/expenses/{}', [$expenseId], $query, $options);
    }
}

/**
 * @phpstan-import-type DocumentExtensions from Records
 */
final class FilesDocumentExtensions extends Resource
{
    /**
     * Get the accepted file extensions.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<DocumentExtensions>
     */
    public function get(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/files/documentExtensions', [], $query, $options);
    }
}

/**
 * @phpstan-import-type DocumentType from Records
 */
final class FilesDocumentTypes extends Resource
{
    /**
     * List the document types.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<DocumentType>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/files/documentTypes', [], $query, $options);
    }
}

/**
 * @phpstan-import-type Document from Records
 * @phpstan-import-type FileForm from Records
 * @phpstan-import-type StartedTask from Records
 */
final class Files extends Resource
{
    public readonly FilesDocumentExtensions $documentExtensions;
    public readonly FilesDocumentTypes $documentTypes;

    public function __construct(Transport $transport)
    {
        parent::__construct($transport);
        $this->documentExtensions = new FilesDocumentExtensions($transport);
        $this->documentTypes = new FilesDocumentTypes($transport);
    }

    /**
     * Upload a file.
     *
     * @param FileForm $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<Document>
     */
    public function create(array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/accounting/files', [], $query, $options, body: $body, isWrite: true, multipart: 'file');
    }

    /**
     * Upload a file in the background.
     *
     * @param FileForm $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<StartedTask>
     */
    public function createAsync(array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/accounting/files/async', [], $query, $options, body: $body, isWrite: true, multipart: 'file');
    }
}

/**
 * @phpstan-import-type FiscalYear from Records
 */
final class FiscalYears extends Resource
{
    /**
     * List fiscal years.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<FiscalYear>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/fiscalYears', [], $query, $options);
    }

    /**
     * Get a fiscal year.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<FiscalYear>
     */
    public function get(string $fiscalYearId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/fiscalYears/{}', [$fiscalYearId], $query, $options);
    }
}

/**
 * @phpstan-import-type GoodsReceiptLineItem from Records
 */
final class GoodsReceiptsLineItems extends Resource
{
    /**
     * List the line items of a goods receipt.
     *
     * @param array{lastModifiedAt?: string|int, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<GoodsReceiptLineItem>>
     */
    public function list(string $goodsReceiptId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/goodsReceipts/{}/lineItems', [$goodsReceiptId], $query, $options);
    }

    /**
     * Get a line item of a goods receipt.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<GoodsReceiptLineItem>
     */
    public function get(string $goodsReceiptId, string $lineItemId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/goodsReceipts/{}/lineItems/{}', [$goodsReceiptId, $lineItemId], $query, $options);
    }
}

/**
 * @phpstan-import-type GoodsReceipt from Records
 */
final class GoodsReceipts extends Resource
{
    public readonly GoodsReceiptsLineItems $lineItems;

    public function __construct(Transport $transport)
    {
        parent::__construct($transport);
        $this->lineItems = new GoodsReceiptsLineItems($transport);
    }

    /**
     * List goods receipts.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, lastModifiedAt?: string|int, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<GoodsReceipt>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/goodsReceipts', [], $query, $options);
    }

    /**
     * List goods receipts: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, lastModifiedAt?: string|int, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return \Generator<int, GoodsReceipt>
     */
    public function all(array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/accounting/goodsReceipts', [], $query, $options);
    }

    /**
     * Get a goods receipt.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<GoodsReceipt>
     */
    public function get(string $goodsReceiptId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/goodsReceipts/{}', [$goodsReceiptId], $query, $options);
    }
}

/**
 * @phpstan-import-type Document from Records
 */
final class InvoicesDocument extends Resource
{
    /**
     * Get the document of an invoice.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<Document>
     */
    public function get(string $invoiceId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/invoices/{}/document', [$invoiceId], $query, $options);
    }
}

/**
 * @phpstan-import-type InvoiceLineItem from Records
 * @phpstan-import-type InvoiceLineItemInput from Records
 * @phpstan-import-type InvoiceLineItemPatchBody from Records
 */
final class InvoicesLineItems extends Resource
{
    /**
     * List the line items of an invoice.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, lastModifiedAt?: string|int, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<InvoiceLineItem>>
     */
    public function list(string $invoiceId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/invoices/{}/lineItems', [$invoiceId], $query, $options);
    }

    /**
     * List the line items of an invoice: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, lastModifiedAt?: string|int, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return \Generator<int, InvoiceLineItem>
     */
    public function all(string $invoiceId, array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/accounting/invoices/{}/lineItems', [$invoiceId], $query, $options);
    }

    /**
     * Create a line item of an invoice.
     *
     * @param InvoiceLineItemInput $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<InvoiceLineItem>
     */
    public function create(string $invoiceId, array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/accounting/invoices/{}/lineItems', [$invoiceId], $query, $options, body: $body, isWrite: true);
    }

    /**
     * Get a line item of an invoice.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<InvoiceLineItem>
     */
    public function get(string $invoiceId, string $lineItemId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/invoices/{}/lineItems/{}', [$invoiceId, $lineItemId], $query, $options);
    }

    /**
     * Update a line item of an invoice.
     *
     * @param InvoiceLineItemPatchBody $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<InvoiceLineItem>
     */
    public function patch(string $invoiceId, string $lineItemId, array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('PATCH', '/accounting/invoices/{}/lineItems/{}', [$invoiceId, $lineItemId], $query, $options, body: $body, isWrite: true);
    }
}

/**
 * @phpstan-import-type Invoice from Records
 * @phpstan-import-type InvoiceInput from Records
 * @phpstan-import-type InvoicePatch from Records
 */
final class Invoices extends Resource
{
    public readonly InvoicesDocument $document;
    public readonly InvoicesLineItems $lineItems;

    public function __construct(Transport $transport)
    {
        parent::__construct($transport);
        $this->document = new InvoicesDocument($transport);
        $this->lineItems = new InvoicesLineItems($transport);
    }

    /**
     * List invoices.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, lastModifiedAt?: string|int, status?: 'DRAFT'|'CORRECTIVE'|'SUBMITTED'|'DOCUMENT_CREATED'|'OPEN'|'PARTIALLY_PAID'|'PAID'|'PARTIALLY_OVERDUE'|'OVERDUE'|'VOIDED', paymentStatus?: 'NO_OPEN_ITEM'|'PENDING'|'PARTLY_PAID'|'PAID'|'DEBITED'|'CREDIT_NOTE_CLEARED'|'CLEARED_WITH_CREDIT_NOTE'|'BAD_DEBT'|'PARTIAL_CANCELLATION'|'CANCELED'|'UNKNOWN', dueDateFrom?: string, orderField?: 'invoiceDate'|'invoiceNumber'|'createdDate'|'updatedDate', orderDir?: 'ASC'|'DESC', companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<Invoice>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/invoices', [], $query, $options);
    }

    /**
     * List invoices: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, lastModifiedAt?: string|int, status?: 'DRAFT'|'CORRECTIVE'|'SUBMITTED'|'DOCUMENT_CREATED'|'OPEN'|'PARTIALLY_PAID'|'PAID'|'PARTIALLY_OVERDUE'|'OVERDUE'|'VOIDED', paymentStatus?: 'NO_OPEN_ITEM'|'PENDING'|'PARTLY_PAID'|'PAID'|'DEBITED'|'CREDIT_NOTE_CLEARED'|'CLEARED_WITH_CREDIT_NOTE'|'BAD_DEBT'|'PARTIAL_CANCELLATION'|'CANCELED'|'UNKNOWN', dueDateFrom?: string, orderField?: 'invoiceDate'|'invoiceNumber'|'createdDate'|'updatedDate', orderDir?: 'ASC'|'DESC', companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return \Generator<int, Invoice>
     */
    public function all(array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/accounting/invoices', [], $query, $options);
    }

    /**
     * Create an invoice.
     *
     * @param InvoiceInput $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<Invoice>
     */
    public function create(array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/accounting/invoices', [], $query, $options, body: $body, isWrite: true);
    }

    /**
     * Get an invoice.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<Invoice>
     */
    public function get(string $invoiceId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/invoices/{}', [$invoiceId], $query, $options);
    }

    /**
     * Update an invoice.
     *
     * @param InvoicePatch $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<Invoice>
     */
    public function patch(string $invoiceId, array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('PATCH', '/accounting/invoices/{}', [$invoiceId], $query, $options, body: $body, isWrite: true);
    }
}

/**
 * @phpstan-import-type Item from Records
 * @phpstan-import-type ItemInput from Records
 * @phpstan-import-type ItemPatch from Records
 */
final class Items extends Resource
{
    /**
     * List items.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, lastModifiedAt?: string|int, type?: 'PRODUCT'|'SERVICE', itemNumber?: string, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<Item>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/items', [], $query, $options);
    }

    /**
     * List items: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, lastModifiedAt?: string|int, type?: 'PRODUCT'|'SERVICE', itemNumber?: string, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return \Generator<int, Item>
     */
    public function all(array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/accounting/items', [], $query, $options);
    }

    /**
     * Create an item.
     *
     * @param ItemInput $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<Item>
     */
    public function create(array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/accounting/items', [], $query, $options, body: $body, isWrite: true);
    }

    /**
     * Get an item.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<Item>
     */
    public function get(string $itemId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/items/{}', [$itemId], $query, $options);
    }

    /**
     * Update an item.
     *
     * @param ItemPatch $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<Item>
     */
    public function patch(string $itemId, array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('PATCH', '/accounting/items/{}', [$itemId], $query, $options, body: $body, isWrite: true);
    }
}

/**
 * @phpstan-import-type Document from Records
 * @phpstan-import-type FileForm from Records
 */
final class JournalEntriesAttachments extends Resource
{
    /**
     * List the attachments of a journal entry.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<Document>>
     */
    public function list(string $journalEntryId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/journalEntries/{}/attachments', [$journalEntryId], $query, $options);
    }

    /**
     * Create an attachment of a journal entry.
     *
     * @param FileForm $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<Document>
     */
    public function create(string $journalEntryId, array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/accounting/journalEntries/{}/attachments', [$journalEntryId], $query, $options, body: $body, isWrite: true, multipart: 'file');
    }

    /**
     * Get an attachment of a journal entry.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<Document>
     */
    public function get(string $journalEntryId, string $attachmentId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/journalEntries/{}/attachments/{}', [$journalEntryId, $attachmentId], $query, $options);
    }
}

/**
 * @phpstan-import-type JournalEntriesBulkInput from Records
 * @phpstan-import-type JournalEntry from Records
 * @phpstan-import-type JournalEntryInput from Records
 * @phpstan-import-type StartedTask from Records
 */
final class JournalEntries extends Resource
{
    public readonly JournalEntriesAttachments $attachments;

    public function __construct(Transport $transport)
    {
        parent::__construct($transport);
        $this->attachments = new JournalEntriesAttachments($transport);
    }

    /**
     * List journal entries.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, lastModifiedAt?: string|int, fiscalYear?: string, fiscalYearStartDate?: string, transactionDateFrom?: string, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<JournalEntry>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/journalEntries', [], $query, $options);
    }

    /**
     * List journal entries: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, lastModifiedAt?: string|int, fiscalYear?: string, fiscalYearStartDate?: string, transactionDateFrom?: string, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return \Generator<int, JournalEntry>
     */
    public function all(array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/accounting/journalEntries', [], $query, $options);
    }

    /**
     * Create a journal entry.
     *
     * @param JournalEntryInput $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @param list<File> $files
     * @return Answer<JournalEntry>
     */
    public function create(array $body, array $query = [], array $files = [], ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/accounting/journalEntries', [], $query, $options, body: $body, isWrite: true, multipart: 'journal_entry', files: $files);
    }

    /**
     * Create many journal entries at once.
     *
     * @param JournalEntriesBulkInput $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<StartedTask>
     */
    public function bulk(array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/accounting/journalEntries/bulk', [], $query, $options, body: $body, isWrite: true);
    }

    /**
     * Get a journal entry.
     *
     * @param array{journalCode?: string, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<JournalEntry>
     */
    public function get(string $journalEntryId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/journalEntries/{}', [$journalEntryId], $query, $options);
    }
}

/**
 * @phpstan-import-type Journal from Records
 */
final class Journals extends Resource
{
    /**
     * List journals.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, lastModifiedAt?: string|int, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<Journal>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/journals', [], $query, $options);
    }

    /**
     * List journals: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, lastModifiedAt?: string|int, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return \Generator<int, Journal>
     */
    public function all(array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/accounting/journals', [], $query, $options);
    }
}

/**
 * @phpstan-import-type Document from Records
 */
final class OffersDocument extends Resource
{
    /**
     * Get the document of an offer.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<Document>
     */
    public function get(string $offerId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/offers/{}/document', [$offerId], $query, $options);
    }
}

/**
 * @phpstan-import-type OfferLineItem from Records
 */
final class OffersLineItems extends Resource
{
    /**
     * List the line items of an offer.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, lastModifiedAt?: string|int, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<OfferLineItem>>
     */
    public function list(string $offerId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/offers/{}/lineItems', [$offerId], $query, $options);
    }

    /**
     * List the line items of an offer: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, lastModifiedAt?: string|int, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return \Generator<int, OfferLineItem>
     */
    public function all(string $offerId, array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/accounting/offers/{}/lineItems', [$offerId], $query, $options);
    }

    /**
     * Get a line item of an offer.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<OfferLineItem>
     */
    public function get(string $offerId, string $lineItemId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/offers/{}/lineItems/{}', [$offerId, $lineItemId], $query, $options);
    }
}

/**
 * @phpstan-import-type Offer from Records
 * @phpstan-import-type OfferInput from Records
 */
final class Offers extends Resource
{
    public readonly OffersDocument $document;
    public readonly OffersLineItems $lineItems;

    public function __construct(Transport $transport)
    {
        parent::__construct($transport);
        $this->document = new OffersDocument($transport);
        $this->lineItems = new OffersLineItems($transport);
    }

    /**
     * List offers.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, lastModifiedAt?: string|int, status?: 'DRAFT'|'SENT'|'ACCEPTED'|'EXPIRED'|'VOIDED'|'DECLINED', companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<Offer>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/offers', [], $query, $options);
    }

    /**
     * List offers: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, lastModifiedAt?: string|int, status?: 'DRAFT'|'SENT'|'ACCEPTED'|'EXPIRED'|'VOIDED'|'DECLINED', companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return \Generator<int, Offer>
     */
    public function all(array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/accounting/offers', [], $query, $options);
    }

    /**
     * Create an offer.
     *
     * @param OfferInput $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<Offer>
     */
    public function create(array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/accounting/offers', [], $query, $options, body: $body, isWrite: true);
    }

    /**
     * Get an offer.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<Offer>
     */
    public function get(string $offerId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/offers/{}', [$offerId], $query, $options);
    }
}

/**
 * @phpstan-import-type OpenItem from Records
 */
final class OpenItems extends Resource
{
    /**
     * List open items.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, lastModifiedAt?: string|int, fiscalYear?: string, accountNumber?: string, documentNumber?: string, type?: 'BILL'|'INVOICE', companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<OpenItem>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/openItems', [], $query, $options);
    }

    /**
     * List open items: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, lastModifiedAt?: string|int, fiscalYear?: string, accountNumber?: string, documentNumber?: string, type?: 'BILL'|'INVOICE', companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return \Generator<int, OpenItem>
     */
    public function all(array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/accounting/openItems', [], $query, $options);
    }
}

/**
 * @phpstan-import-type PassThroughInput from Records
 * @phpstan-import-type PassThroughResponse from Records
 */
final class PassThrough extends Resource
{
    /**
     * Send a request to the target system's own API.
     *
     * @param PassThroughInput $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<PassThroughResponse>
     */
    public function create(array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/accounting/passThrough', [], $query, $options, body: $body, isWrite: true);
    }
}

/**
 * @phpstan-import-type Deleted from Records
 * @phpstan-import-type Payment from Records
 * @phpstan-import-type PaymentInput from Records
 */
final class Payments extends Resource
{
    /**
     * List payments.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, lastModifiedAt?: string|int, invoiceId?: string, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<Payment>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/payments', [], $query, $options);
    }

    /**
     * List payments: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, lastModifiedAt?: string|int, invoiceId?: string, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return \Generator<int, Payment>
     */
    public function all(array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/accounting/payments', [], $query, $options);
    }

    /**
     * Create a payment.
     *
     * @param PaymentInput $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<Payment>
     */
    public function create(array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/accounting/payments', [], $query, $options, body: $body, isWrite: true);
    }

    /**
     * Get a payment.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<Payment>
     */
    public function get(string $paymentId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/payments/{}', [$paymentId], $query, $options);
    }

    /**
     * Delete a payment.
     *
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<Deleted>
     */
    public function delete(string $paymentId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('DELETE', '/accounting/payments/{}', [$paymentId], $query, $options, isWrite: true);
    }
}

/**
 * @phpstan-import-type PaymentTerm from Records
 * @phpstan-import-type PaymentTermInput from Records
 */
final class PaymentTerms extends Resource
{
    /**
     * List payment terms.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, lastModifiedAt?: string|int, fiscalYear?: string, fiscalYearStartDate?: string, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<PaymentTerm>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/paymentTerms', [], $query, $options);
    }

    /**
     * List payment terms: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, lastModifiedAt?: string|int, fiscalYear?: string, fiscalYearStartDate?: string, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return \Generator<int, PaymentTerm>
     */
    public function all(array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/accounting/paymentTerms', [], $query, $options);
    }

    /**
     * Create a payment term.
     *
     * @param PaymentTermInput $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<PaymentTerm>
     */
    public function create(array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/accounting/paymentTerms', [], $query, $options, body: $body, isWrite: true);
    }

    /**
     * Get a payment term.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<PaymentTerm>
     */
    public function get(string $paymentTermId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/paymentTerms/{}', [$paymentTermId], $query, $options);
    }
}

/**
 * @phpstan-import-type Project from Records
 * @phpstan-import-type ProjectInput from Records
 */
final class Projects extends Resource
{
    /**
     * List projects.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, lastModifiedAt?: string|int, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<Project>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/projects', [], $query, $options);
    }

    /**
     * List projects: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, lastModifiedAt?: string|int, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return \Generator<int, Project>
     */
    public function all(array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/accounting/projects', [], $query, $options);
    }

    /**
     * Create a project.
     *
     * @param ProjectInput $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<Project>
     */
    public function create(array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/accounting/projects', [], $query, $options, body: $body, isWrite: true);
    }

    /**
     * Get a project.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<Project>
     */
    public function get(string $projectId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/projects/{}', [$projectId], $query, $options);
    }
}

/**
 * @phpstan-import-type PurchaseOrderLineItem from Records
 */
final class PurchaseOrdersLineItems extends Resource
{
    /**
     * List the line items of a purchase order.
     *
     * @param array{lastModifiedAt?: string|int, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<PurchaseOrderLineItem>>
     */
    public function list(string $purchaseOrderId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/purchaseOrders/{}/lineItems', [$purchaseOrderId], $query, $options);
    }

    /**
     * Get a line item of a purchase order.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<PurchaseOrderLineItem>
     */
    public function get(string $purchaseOrderId, string $lineItemId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/purchaseOrders/{}/lineItems/{}', [$purchaseOrderId, $lineItemId], $query, $options);
    }
}

/**
 * @phpstan-import-type PurchaseOrder from Records
 */
final class PurchaseOrders extends Resource
{
    public readonly PurchaseOrdersLineItems $lineItems;

    public function __construct(Transport $transport)
    {
        parent::__construct($transport);
        $this->lineItems = new PurchaseOrdersLineItems($transport);
    }

    /**
     * List purchase orders.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, lastModifiedAt?: string|int, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<PurchaseOrder>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/purchaseOrders', [], $query, $options);
    }

    /**
     * List purchase orders: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, lastModifiedAt?: string|int, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return \Generator<int, PurchaseOrder>
     */
    public function all(array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/accounting/purchaseOrders', [], $query, $options);
    }

    /**
     * Get a purchase order.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<PurchaseOrder>
     */
    public function get(string $purchaseOrderId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/purchaseOrders/{}', [$purchaseOrderId], $query, $options);
    }
}

/**
 * @phpstan-import-type SalesOrderLineItem from Records
 */
final class SalesOrdersLineItems extends Resource
{
    /**
     * List the line items of a sales order.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, lastModifiedAt?: string|int, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<SalesOrderLineItem>>
     */
    public function list(string $salesOrderId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/salesOrders/{}/lineItems', [$salesOrderId], $query, $options);
    }

    /**
     * List the line items of a sales order: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, lastModifiedAt?: string|int, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return \Generator<int, SalesOrderLineItem>
     */
    public function all(string $salesOrderId, array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/accounting/salesOrders/{}/lineItems', [$salesOrderId], $query, $options);
    }
}

/**
 * @phpstan-import-type SalesOrder from Records
 * @phpstan-import-type SalesOrderInput from Records
 */
final class SalesOrders extends Resource
{
    public readonly SalesOrdersLineItems $lineItems;

    public function __construct(Transport $transport)
    {
        parent::__construct($transport);
        $this->lineItems = new SalesOrdersLineItems($transport);
    }

    /**
     * List sales orders.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, lastModifiedAt?: string|int, status?: 'DRAFT'|'IN_REVIEW'|'OPEN'|'CLOSED'|'VOIDED', companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<SalesOrder>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/salesOrders', [], $query, $options);
    }

    /**
     * List sales orders: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, lastModifiedAt?: string|int, status?: 'DRAFT'|'IN_REVIEW'|'OPEN'|'CLOSED'|'VOIDED', companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return \Generator<int, SalesOrder>
     */
    public function all(array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/accounting/salesOrders', [], $query, $options);
    }

    /**
     * Create a sales order.
     *
     * @param SalesOrderInput $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<SalesOrder>
     */
    public function create(array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/accounting/salesOrders', [], $query, $options, body: $body, isWrite: true);
    }

    /**
     * Get a sales order.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<SalesOrder>
     */
    public function get(string $salesOrderId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/salesOrders/{}', [$salesOrderId], $query, $options);
    }
}

/**
 * @phpstan-import-type CustomerOrSupplier from Records
 * @phpstan-import-type CustomerOrSupplierInput from Records
 * @phpstan-import-type CustomerOrSupplierPatch from Records
 */
final class Suppliers extends Resource
{
    /**
     * List suppliers.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, lastModifiedAt?: string|int, name?: string, email?: string, number?: string, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<CustomerOrSupplier>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/suppliers', [], $query, $options);
    }

    /**
     * List suppliers: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, lastModifiedAt?: string|int, name?: string, email?: string, number?: string, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return \Generator<int, CustomerOrSupplier>
     */
    public function all(array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/accounting/suppliers', [], $query, $options);
    }

    /**
     * Create a supplier.
     *
     * @param CustomerOrSupplierInput $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<CustomerOrSupplier>
     */
    public function create(array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/accounting/suppliers', [], $query, $options, body: $body, isWrite: true);
    }

    /**
     * Get a supplier.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<CustomerOrSupplier>
     */
    public function get(string $contactId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/suppliers/{}', [$contactId], $query, $options);
    }

    /**
     * Replace a supplier.
     *
     * @param CustomerOrSupplierInput $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<CustomerOrSupplier>
     */
    public function update(string $contactId, array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('PUT', '/accounting/suppliers/{}', [$contactId], $query, $options, body: $body, isWrite: true);
    }

    /**
     * Update a supplier.
     *
     * @param CustomerOrSupplierPatch $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<CustomerOrSupplier>
     */
    public function patch(string $contactId, array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('PATCH', '/accounting/suppliers/{}', [$contactId], $query, $options, body: $body, isWrite: true);
    }
}

/**
 * @phpstan-import-type TaxRateRecord from Records
 */
final class TaxRates extends Resource
{
    /**
     * List tax rates.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, lastModifiedAt?: string|int, isActive?: bool, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<TaxRateRecord>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/taxRates', [], $query, $options);
    }

    /**
     * List tax rates: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, lastModifiedAt?: string|int, isActive?: bool, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return \Generator<int, TaxRateRecord>
     */
    public function all(array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/accounting/taxRates', [], $query, $options);
    }

    /**
     * Get a tax rate.
     *
     * @param array{companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<TaxRateRecord>
     */
    public function get(string $taxRateId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/taxRates/{}', [$taxRateId], $query, $options);
    }
}

/**
 * @phpstan-import-type Transaction from Records
 * @phpstan-import-type TransactionInput from Records
 */
final class Transactions extends Resource
{
    /**
     * Create a transaction.
     *
     * @param TransactionInput $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @param list<File> $files
     * @return Answer<Transaction>
     */
    public function create(array $body, array $query = [], array $files = [], ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/accounting/transactions', [], $query, $options, body: $body, isWrite: true, multipart: 'transaction', files: $files);
    }
}

/**
 * @phpstan-import-type TrialBalanceEntry from Records
 */
final class TrialBalance extends Resource
{
    /**
     * List the trial balance.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, lastModifiedAt?: string|int, fiscalYear?: string, fiscalYearStartDate: string, accountNumber?: string, accountCode?: string, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<TrialBalanceEntry>>
     */
    public function list(array $query, ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/trialBalance', [], $query, $options);
    }

    /**
     * List the trial balance: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, lastModifiedAt?: string|int, fiscalYear?: string, fiscalYearStartDate: string, accountNumber?: string, accountCode?: string, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return \Generator<int, TrialBalanceEntry>
     */
    public function all(array $query, ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/accounting/trialBalance', [], $query, $options);
    }
}

/**
 * @phpstan-import-type Unit from Records
 */
final class Units extends Resource
{
    /**
     * List units.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<Unit>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/units', [], $query, $options);
    }

    /**
     * List units: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return \Generator<int, Unit>
     */
    public function all(array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/accounting/units', [], $query, $options);
    }
}

/**
 * @phpstan-import-type Deleted from Records
 * @phpstan-import-type VendorCredit from Records
 * @phpstan-import-type VendorCreditInput from Records
 */
final class VendorCredits extends Resource
{
    /**
     * List vendor credits.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, lastModifiedAt?: string|int, status?: 'DRAFT'|'CORRECTIVE'|'SUBMITTED'|'DOCUMENT_CREATED'|'OPEN'|'PARTIALLY_PAID'|'PAID'|'PARTIALLY_OVERDUE'|'OVERDUE'|'VOIDED', paymentStatus?: 'NO_OPEN_ITEM'|'PENDING'|'PARTLY_PAID'|'PAID'|'DEBITED'|'CREDIT_NOTE_CLEARED'|'CLEARED_WITH_CREDIT_NOTE'|'BAD_DEBT'|'PARTIAL_CANCELLATION'|'CANCELED'|'UNKNOWN', companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return Answer<list<VendorCredit>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/vendorCredits', [], $query, $options);
    }

    /**
     * List vendor credits: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, lastModifiedAt?: string|int, status?: 'DRAFT'|'CORRECTIVE'|'SUBMITTED'|'DOCUMENT_CREATED'|'OPEN'|'PARTIALLY_PAID'|'PAID'|'PARTIALLY_OVERDUE'|'OVERDUE'|'VOIDED', paymentStatus?: 'NO_OPEN_ITEM'|'PENDING'|'PARTLY_PAID'|'PAID'|'DEBITED'|'CREDIT_NOTE_CLEARED'|'CLEARED_WITH_CREDIT_NOTE'|'BAD_DEBT'|'PARTIAL_CANCELLATION'|'CANCELED'|'UNKNOWN', companyId?: string, environmentName?: string, rawData?: bool} $query
     * @return \Generator<int, VendorCredit>
     */
    public function all(array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/accounting/vendorCredits', [], $query, $options);
    }

    /**
     * Create a vendor credit.
     *
     * @param VendorCreditInput $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<VendorCredit>
     */
    public function create(array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/accounting/vendorCredits', [], $query, $options, body: $body, isWrite: true);
    }

    /**
     * Replace a vendor credit.
     *
     * @param VendorCreditInput $body
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<VendorCredit>
     */
    public function update(string $vendorCreditId, array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('PUT', '/accounting/vendorCredits/{}', [$vendorCreditId], $query, $options, body: $body, isWrite: true);
    }

    /**
     * Delete a vendor credit.
     *
     * @param array{companyId?: string, environmentName?: string, dryRun?: bool} $query
     * @return Answer<Deleted>
     */
    public function delete(string $vendorCreditId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('DELETE', '/accounting/vendorCredits/{}', [$vendorCreditId], $query, $options, isWrite: true);
    }
}

/**
 * @phpstan-import-type Environment from Records
 */
final class AuthEnvironments extends Resource
{
    /**
     * List the environments of a connection.
     *
     * @return Answer<list<Environment>>
     */
    public function list(?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/auth/environments', [], [], $options);
    }
}

/**
 * @phpstan-import-type Company from Records
 */
final class AuthCompanies extends Resource
{
    /**
     * List the companies of a connection.
     *
     * @param array{environmentName?: string} $query
     * @return Answer<list<Company>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/auth/companies', [], $query, $options);
    }
}

/**
 * @phpstan-import-type ConnectionEnd from Records
 * @phpstan-import-type ConnectionState from Records
 */
final class AuthConnection extends Resource
{
    /**
     * Get the state of a connection.
     *
     * @return Answer<ConnectionState>
     */
    public function get(?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/auth/connection', [], [], $options);
    }

    /**
     * End a connection.
     *
     * @return Answer<ConnectionEnd>
     */
    public function delete(?Options $options = null): Answer
    {
        return $this->transport->send('DELETE', '/auth/connection', [], [], $options);
    }
}

/**
 * @phpstan-import-type AccountKeyEnd from Records
 */
final class AuthAccountKey extends Resource
{
    /**
     * Revoke an account key.
     *
     * @return Answer<AccountKeyEnd>
     */
    public function delete(?Options $options = null): Answer
    {
        return $this->transport->send('DELETE', '/auth/accountKey', [], [], $options);
    }
}

/**
 * @phpstan-import-type AssistantAccess from Records
 * @phpstan-import-type AssistantEnd from Records
 */
final class AuthAssistants extends Resource
{
    /**
     * List the assistants of a connection.
     *
     * @return Answer<list<AssistantAccess>>
     */
    public function list(?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/auth/assistants', [], [], $options);
    }

    /**
     * End the access of an assistant.
     *
     * @return Answer<AssistantEnd>
     */
    public function delete(string $assistantId, ?Options $options = null): Answer
    {
        return $this->transport->send('DELETE', '/auth/assistants/{}', [$assistantId], [], $options);
    }
}

/**
 * @phpstan-import-type ConnectionImport from Records
 * @phpstan-import-type ErasedKeys from Records
 * @phpstan-import-type ImportTask from Records
 * @phpstan-import-type StartedImport from Records
 */
final class AuthImports extends Resource
{
    /**
     * Import connections from another service.
     *
     * @param ConnectionImport $body
     * @return Answer<StartedImport>
     */
    public function create(string $targetSystem, array $body, ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/auth/import/{}', [$targetSystem], [], $options, body: $body);
    }

    /**
     * Get the result of an import.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, state?: 'waiting'|'connected'|'failed'} $query
     * @return Answer<ImportTask>
     */
    public function get(string $taskId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/auth/imports/{}', [$taskId], $query, $options);
    }

    /**
     * Erase the account keys of an import.
     *
     * @return Answer<ErasedKeys>
     */
    public function delete(string $taskId, ?Options $options = null): Answer
    {
        return $this->transport->send('DELETE', '/auth/imports/{}', [$taskId], [], $options);
    }
}

/**
 * @phpstan-import-type AccountKey from Records
 * @phpstan-import-type FlowAddress from Records
 * @phpstan-import-type HeadlessCredentials from Records
 * @phpstan-import-type ReconnectInput from Records
 * @phpstan-import-type WebhookFlowInput from Records
 */
final class Auth extends Resource
{
    public readonly AuthEnvironments $environments;
    public readonly AuthCompanies $companies;
    public readonly AuthConnection $connection;
    public readonly AuthAccountKey $accountKey;
    public readonly AuthAssistants $assistants;
    public readonly AuthImports $imports;

    public function __construct(Transport $transport)
    {
        parent::__construct($transport);
        $this->environments = new AuthEnvironments($transport);
        $this->companies = new AuthCompanies($transport);
        $this->connection = new AuthConnection($transport);
        $this->accountKey = new AuthAccountKey($transport);
        $this->assistants = new AuthAssistants($transport);
        $this->imports = new AuthImports($transport);
    }

    /**
     * Start connecting an end user.
     *
     * @param array{callbackUrl?: string, cancelCallbackUrl?: string, tenantId?: string, baseUrl?: string, environmentSelection?: bool, include_signature?: bool, locale?: string, companyId?: string, environment?: string, company?: string, openerOrigin?: string, endUserId?: string, endUserName?: string} $query
     * @return Answer<FlowAddress>
     */
    public function link(string $targetSystem, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/auth/{}', [$targetSystem], $query, $options);
    }

    /**
     * Start connecting an end user and receive the key by webhook.
     *
     * @param WebhookFlowInput $body
     * @return Answer<FlowAddress>
     */
    public function beginWebhook(string $targetSystem, array $body, ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/auth/{}', [$targetSystem], [], $options, body: $body);
    }

    /**
     * Connect an end user without a page.
     *
     * @param HeadlessCredentials $body
     * @return Answer<AccountKey>
     */
    public function createAccount(string $targetSystem, array $body = [], ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/auth/accounts/{}', [$targetSystem], [], $options, body: $body);
    }

    /**
     * Reauthorise a connection.
     *
     * @param ReconnectInput $body
     * @return Answer<FlowAddress>
     */
    public function reconnect(array $body = [], ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/auth/reconnect', [], [], $options, body: $body);
    }
}

/**
 * @phpstan-import-type Company from Records
 */
final class Profile extends Resource
{
    /**
     * Get the company of a connection.
     *
     * @param array{companyId?: string, environmentName?: string} $query
     * @return Answer<Company>
     */
    public function get(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/accounting/profile', [], $query, $options);
    }
}

/**
 * @phpstan-import-type UserInfo from Records
 */
final class UserInfo extends Resource
{
    /**
     * Get the signed-in user.
     *
     * @return Answer<UserInfo>
     */
    public function get(?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/user/user-info', [], [], $options);
    }
}

/**
 * @phpstan-import-type SigningSecret from Records
 */
final class TenantSigningSecret extends Resource
{
    /**
     * Create the signing secret.
     *
     * @return Answer<SigningSecret>
     */
    public function create(?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/tenant/signing-secret', [], [], $options);
    }
}

/**
 * @phpstan-import-type PageStyle from Records
 * @phpstan-import-type PageStyleInput from Records
 */
final class TenantPageStyle extends Resource
{
    /**
     * Set the style and texts of the pages.
     *
     * @param PageStyleInput $body
     * @return Answer<PageStyle>
     */
    public function save(array $body = [], ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/tenants/submission-page-style', [], [], $options, body: $body);
    }

    /**
     * Get the style and texts of the pages.
     *
     * @return Answer<PageStyle>
     */
    public function get(?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/tenants/submission-page-style', [], [], $options);
    }
}

/**
 * @phpstan-import-type HiddenFields from Records
 * @phpstan-import-type HiddenFieldsInput from Records
 */
final class TenantHiddenFields extends Resource
{
    /**
     * Hide fields of records.
     *
     * @param HiddenFieldsInput $body
     * @return Answer<HiddenFields>
     */
    public function save(array $body, ?Options $options = null): Answer
    {
        return $this->transport->send('PUT', '/tenants/hidden-fields', [], [], $options, body: $body);
    }

    /**
     * Get the hidden fields.
     *
     * @param array{connectionId?: string} $query
     * @return Answer<HiddenFields>
     */
    public function get(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/tenants/hidden-fields', [], $query, $options);
    }
}

/**
 * @phpstan-import-type CallbackUrls from Records
 * @phpstan-import-type RegisteredCallbackUrls from Records
 */
final class TenantCallbackUrls extends Resource
{
    /**
     * Set the default callback URLs.
     *
     * @param CallbackUrls $body
     * @return Answer<CallbackUrls>
     */
    public function save(array $body, ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/tenants/add-callback-urls', [], [], $options, body: $body);
    }

    /**
     * Get the default callback URLs.
     *
     * @return Answer<RegisteredCallbackUrls>
     */
    public function get(?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/tenants/get-callback-url', [], [], $options);
    }
}

/**
 * @phpstan-import-type DeletedOAuthClient from Records
 * @phpstan-import-type RegisteredSystem from Records
 * @phpstan-import-type Requirement from Records
 * @phpstan-import-type SystemRegistration from Records
 * @phpstan-import-type TargetSystemValues from Records
 */
final class TenantSystems extends Resource
{
    /**
     * Register your own OAuth client at a target system.
     *
     * @param SystemRegistration $body
     * @return Answer<RegisteredSystem>
     */
    public function register(array $body, ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/tenants/register-system', [], [], $options, body: $body);
    }

    /**
     * List your OAuth clients.
     *
     * @return Answer<list<RegisteredSystem>>
     */
    public function list(?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/tenants/get-registered-systems', [], [], $options);
    }

    /**
     * Remove your OAuth client at a target system.
     *
     * @return Answer<DeletedOAuthClient>
     */
    public function delete(string $targetSystem, ?Options $options = null): Answer
    {
        return $this->transport->send('DELETE', '/tenants/delete-registered-system/{}', [$targetSystem], [], $options);
    }

    /**
     * List the fields that a target system requires from end users.
     *
     * @param array{targetSystem?: string} $query
     * @return Answer<list<Requirement>>
     */
    public function requirements(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/tenants/get-target-system-requirements', [], $query, $options);
    }

    /**
     * Get your registration for a target system.
     *
     * @param array{targetSystem?: string} $query
     * @return Answer<TargetSystemValues|list<TargetSystemValues>>
     */
    public function values(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/tenants/get-target-system-values', [], $query, $options);
    }
}

/**
 * @phpstan-import-type Issue from Records
 */
final class TenantIssues extends Resource
{
    /**
     * List the problems that somebody has to solve.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, state?: 'open'|'closed', targetSystem?: string, connectionId?: string} $query
     * @return Answer<list<Issue>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/tenants/issues', [], $query, $options);
    }

    /**
     * List the problems that somebody has to solve: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, state?: 'open'|'closed', targetSystem?: string, connectionId?: string} $query
     * @return \Generator<int, Issue>
     */
    public function all(array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/tenants/issues', [], $query, $options);
    }
}

/**
 * @phpstan-import-type AuditLogEntry from Records
 */
final class TenantAuditLog extends Resource
{
    /**
     * List who changed what, and when.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, from?: string|int, to?: string|int, action?: string} $query
     * @return Answer<list<AuditLogEntry>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/tenants/audit-log', [], $query, $options);
    }

    /**
     * List who changed what, and when: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, from?: string|int, to?: string|int, action?: string} $query
     * @return \Generator<int, AuditLogEntry>
     */
    public function all(array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/tenants/audit-log', [], $query, $options);
    }
}

/**
 * @phpstan-import-type Erasure from Records
 */
final class TenantErasures extends Resource
{
    /**
     * List the receipts of erased connections.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100} $query
     * @return Answer<list<Erasure>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/tenants/erasures', [], $query, $options);
    }

    /**
     * List the receipts of erased connections: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100} $query
     * @return \Generator<int, Erasure>
     */
    public function all(array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/tenants/erasures', [], $query, $options);
    }
}

/**
 * @phpstan-import-type Usage from Records
 * @phpstan-import-type UsageBudget from Records
 * @phpstan-import-type UsageBudgetInput from Records
 */
final class TenantUsage extends Resource
{
    /**
     * Get the calls to target systems, and their bytes.
     *
     * @param array{from?: string, to?: string, by?: 'day'|'connection'|'targetSystem'|'cause', targetSystem?: string, connectionId?: string} $query
     * @return Answer<list<Usage>>
     */
    public function get(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/tenants/usage', [], $query, $options);
    }

    /**
     * Set the budgets for calls to target systems.
     *
     * @param list<UsageBudgetInput> $body
     * @return Answer<list<UsageBudget>>
     */
    public function budgets(array $body, ?Options $options = null): Answer
    {
        return $this->transport->send('PUT', '/tenants/usage/budgets', [], [], $options, body: $body);
    }
}

/**
 * @phpstan-import-type ConsoleLink from Records
 * @phpstan-import-type ConsoleLinkInput from Records
 */
final class TenantConsoleLinks extends Resource
{
    /**
     * Create a link to the console.
     *
     * @param ConsoleLinkInput $body
     * @return Answer<ConsoleLink>
     */
    public function create(array $body, ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/tenant/console-links', [], [], $options, body: $body);
    }
}

/**
 * @phpstan-import-type ConsoleSession from Records
 * @phpstan-import-type EndedConsoleSession from Records
 */
final class TenantConsoleSessions extends Resource
{
    /**
     * List the console sessions and links of your organisation.
     *
     * @return Answer<list<ConsoleSession>>
     */
    public function list(?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/tenant/console-sessions', [], [], $options);
    }

    /**
     * End a console session or withdraw a link.
     *
     * @return Answer<EndedConsoleSession>
     */
    public function delete(string $sessionId, ?Options $options = null): Answer
    {
        return $this->transport->send('DELETE', '/tenant/console-sessions/{}', [$sessionId], [], $options);
    }
}

/**
 * @phpstan-import-type DeletedConnection from Records
 * @phpstan-import-type EndUser from Records
 * @phpstan-import-type EndUserPage from Records
 * @phpstan-import-type EndUserPageInput from Records
 */
final class TenantEndUsers extends Resource
{
    /**
     * Count your end users' connections by target system.
     *
     * @return Answer<array<string, mixed>>
     */
    public function count(?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/tenants/count-end-users-by-system', [], [], $options);
    }

    /**
     * List your end users' connections.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, endUserId?: string, endUserName?: string} $query
     * @return Answer<list<EndUser>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/tenants/get-end-user-list', [], $query, $options);
    }

    /**
     * List your end users' connections: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, endUserId?: string, endUserName?: string} $query
     * @return \Generator<int, EndUser>
     */
    public function all(array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/tenants/get-end-user-list', [], $query, $options);
    }

    /**
     * Create a link to a page on which an end user manages their connections.
     *
     * @param EndUserPageInput $body
     * @return Answer<EndUserPage>
     */
    public function page(array $body = [], ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/tenants/end-user-pages', [], [], $options, body: $body);
    }

    /**
     * End an end user's connection.
     *
     * @param array{id?: string} $query
     * @return Answer<DeletedConnection>
     */
    public function delete(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('DELETE', '/tenants/delete-end-user', [], $query, $options);
    }
}

/**
 * @phpstan-import-type ConnectionLink from Records
 * @phpstan-import-type ConnectionLinksInput from Records
 * @phpstan-import-type TenantConnection from Records
 */
final class TenantConnections extends Resource
{
    /**
     * List connections and what they need from their end users.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, needs?: 'consent'|'reauth', targetSystem?: string, endUserId?: string, endUserName?: string} $query
     * @return Answer<list<TenantConnection>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/tenants/connections', [], $query, $options);
    }

    /**
     * List connections and what they need from their end users: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, needs?: 'consent'|'reauth', targetSystem?: string, endUserId?: string, endUserName?: string} $query
     * @return \Generator<int, TenantConnection>
     */
    public function all(array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/tenants/connections', [], $query, $options);
    }

    /**
     * Create links with which end users authorise their connections again.
     *
     * @param ConnectionLinksInput $body
     * @return Answer<list<ConnectionLink>>
     */
    public function links(array $body, ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/tenants/connections/links', [], [], $options, body: $body);
    }
}

/**
 * @phpstan-import-type NewWebhookSecret from Records
 */
final class TenantWebhooksSecret extends Resource
{
    /**
     * Rotate the secret of a subscription, for the whole tenant.
     *
     * @return Answer<NewWebhookSecret>
     */
    public function rotate(string $webhookId, ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/tenants/webhooks/{}/secret', [$webhookId], [], $options);
    }
}

/**
 * @phpstan-import-type WebhookDelivery from Records
 */
final class TenantWebhooksDeliveries extends Resource
{
    /**
     * List the deliveries of a subscription, for the whole tenant.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, state?: 'open'|'done'|'failed'} $query
     * @return Answer<list<WebhookDelivery>>
     */
    public function list(string $webhookId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/tenants/webhooks/{}/deliveries', [$webhookId], $query, $options);
    }

    /**
     * List the deliveries of a subscription, for the whole tenant: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, state?: 'open'|'done'|'failed'} $query
     * @return \Generator<int, WebhookDelivery>
     */
    public function all(string $webhookId, array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/tenants/webhooks/{}/deliveries', [$webhookId], $query, $options);
    }
}

/**
 * @phpstan-import-type DeletedWebhookSubscription from Records
 * @phpstan-import-type ListedWebhookSubscription from Records
 * @phpstan-import-type NewWebhookSubscription from Records
 * @phpstan-import-type WebhookReplay from Records
 * @phpstan-import-type WebhookReplayInput from Records
 * @phpstan-import-type WebhookSubscription from Records
 * @phpstan-import-type WebhookSubscriptionInput from Records
 * @phpstan-import-type WebhookTestDelivery from Records
 */
final class TenantWebhooks extends Resource
{
    public readonly TenantWebhooksSecret $secret;
    public readonly TenantWebhooksDeliveries $deliveries;

    public function __construct(Transport $transport)
    {
        parent::__construct($transport);
        $this->secret = new TenantWebhooksSecret($transport);
        $this->deliveries = new TenantWebhooksDeliveries($transport);
    }

    /**
     * Subscribe to changes, for the whole tenant.
     *
     * @param WebhookSubscriptionInput $body
     * @return Answer<NewWebhookSubscription>
     */
    public function create(array $body, ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/tenants/webhooks', [], [], $options, body: $body);
    }

    /**
     * Get the newest subscription, for the whole tenant.
     *
     * @param array{id?: string, callbackUrl?: string, createdDate?: string|int, expiresDate?: string|int, updatedDate?: string|int} $query
     * @return Answer<WebhookSubscription>
     */
    public function get(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/tenants/webhooks', [], $query, $options);
    }

    /**
     * List the subscriptions, for the whole tenant.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100} $query
     * @return Answer<list<ListedWebhookSubscription>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/tenants/webhooks/subscriptions', [], $query, $options);
    }

    /**
     * List the subscriptions, for the whole tenant: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100} $query
     * @return \Generator<int, ListedWebhookSubscription>
     */
    public function all(array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/tenants/webhooks/subscriptions', [], $query, $options);
    }

    /**
     * Delete a subscription, for the whole tenant.
     *
     * @return Answer<DeletedWebhookSubscription>
     */
    public function delete(string $webhookId, ?Options $options = null): Answer
    {
        return $this->transport->send('DELETE', '/tenants/webhooks/{}', [$webhookId], [], $options);
    }

    /**
     * Send a test event to a subscription, for the whole tenant.
     *
     * @return Answer<WebhookTestDelivery>
     */
    public function test(string $webhookId, ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/tenants/webhooks/{}/test', [$webhookId], [], $options);
    }

    /**
     * Renew a subscription, for the whole tenant.
     *
     * @return Answer<ListedWebhookSubscription>
     */
    public function renew(string $webhookId, ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/tenants/webhooks/{}/renew', [$webhookId], [], $options);
    }

    /**
     * Replay deliveries, for the whole tenant.
     *
     * @param WebhookReplayInput $body
     * @return Answer<WebhookReplay>
     */
    public function replay(string $webhookId, array $body, ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/tenants/webhooks/{}/replay', [$webhookId], [], $options, body: $body);
    }
}

final class Tenant extends Resource
{
    public readonly TenantSigningSecret $signingSecret;
    public readonly TenantPageStyle $pageStyle;
    public readonly TenantHiddenFields $hiddenFields;
    public readonly TenantCallbackUrls $callbackUrls;
    public readonly TenantSystems $systems;
    public readonly TenantIssues $issues;
    public readonly TenantAuditLog $auditLog;
    public readonly TenantErasures $erasures;
    public readonly TenantUsage $usage;
    public readonly TenantConsoleLinks $consoleLinks;
    public readonly TenantConsoleSessions $consoleSessions;
    public readonly TenantEndUsers $endUsers;
    public readonly TenantConnections $connections;
    public readonly TenantWebhooks $webhooks;

    public function __construct(Transport $transport)
    {
        parent::__construct($transport);
        $this->signingSecret = new TenantSigningSecret($transport);
        $this->pageStyle = new TenantPageStyle($transport);
        $this->hiddenFields = new TenantHiddenFields($transport);
        $this->callbackUrls = new TenantCallbackUrls($transport);
        $this->systems = new TenantSystems($transport);
        $this->issues = new TenantIssues($transport);
        $this->auditLog = new TenantAuditLog($transport);
        $this->erasures = new TenantErasures($transport);
        $this->usage = new TenantUsage($transport);
        $this->consoleLinks = new TenantConsoleLinks($transport);
        $this->consoleSessions = new TenantConsoleSessions($transport);
        $this->endUsers = new TenantEndUsers($transport);
        $this->connections = new TenantConnections($transport);
        $this->webhooks = new TenantWebhooks($transport);
    }
}

/**
 * @phpstan-import-type WriteOperation from Records
 */
final class Operations extends Resource
{
    /**
     * Get the outcome of a write.
     *
     * @return Answer<WriteOperation>
     */
    public function get(string $operationId, ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/operations/{}', [$operationId], [], $options);
    }

    /**
     * Reconcile the outcome of a write.
     *
     * @return Answer<WriteOperation>
     */
    public function reconcile(string $operationId, ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/operations/{}/reconcile', [$operationId], [], $options);
    }
}

/**
 * @phpstan-import-type NewWebhookSecret from Records
 */
final class WebhooksSecret extends Resource
{
    /**
     * Rotate the secret of a subscription.
     *
     * @return Answer<NewWebhookSecret>
     */
    public function rotate(string $webhookId, ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/webhooks/{}/secret', [$webhookId], [], $options);
    }
}

/**
 * @phpstan-import-type WebhookDelivery from Records
 */
final class WebhooksDeliveries extends Resource
{
    /**
     * List the deliveries of a subscription.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100, state?: 'open'|'done'|'failed'} $query
     * @return Answer<list<WebhookDelivery>>
     */
    public function list(string $webhookId, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/webhooks/{}/deliveries', [$webhookId], $query, $options);
    }

    /**
     * List the deliveries of a subscription: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100, state?: 'open'|'done'|'failed'} $query
     * @return \Generator<int, WebhookDelivery>
     */
    public function all(string $webhookId, array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/webhooks/{}/deliveries', [$webhookId], $query, $options);
    }
}

/**
 * @phpstan-import-type DeletedWebhookSubscription from Records
 * @phpstan-import-type ListedWebhookSubscription from Records
 * @phpstan-import-type NewWebhookSubscription from Records
 * @phpstan-import-type WebhookReplay from Records
 * @phpstan-import-type WebhookReplayInput from Records
 * @phpstan-import-type WebhookSubscription from Records
 * @phpstan-import-type WebhookSubscriptionInput from Records
 * @phpstan-import-type WebhookTestDelivery from Records
 */
final class Webhooks extends Resource
{
    public readonly WebhooksSecret $secret;
    public readonly WebhooksDeliveries $deliveries;

    public function __construct(Transport $transport)
    {
        parent::__construct($transport);
        $this->secret = new WebhooksSecret($transport);
        $this->deliveries = new WebhooksDeliveries($transport);
    }

    /**
     * Subscribe to changes in a connection.
     *
     * @param WebhookSubscriptionInput $body
     * @param array{companyId?: string, environmentName?: string} $query
     * @return Answer<NewWebhookSubscription>
     */
    public function create(array $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/webhooks', [], $query, $options, body: $body);
    }

    /**
     * Get the newest subscription.
     *
     * @param array{id?: string, callbackUrl?: string, createdDate?: string|int, expiresDate?: string|int, updatedDate?: string|int, rawData?: bool, companyId?: string, environmentName?: string} $query
     * @return Answer<WebhookSubscription>
     */
    public function get(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/webhooks', [], $query, $options);
    }

    /**
     * List the subscriptions of a connection.
     *
     * @param array{page?: int, limit?: 5|10|20|50|100} $query
     * @return Answer<list<ListedWebhookSubscription>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/webhooks/subscriptions', [], $query, $options);
    }

    /**
     * List the subscriptions of a connection: all of them, page by page.
     *
     * @param array{limit?: 5|10|20|50|100} $query
     * @return \Generator<int, ListedWebhookSubscription>
     */
    public function all(array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/webhooks/subscriptions', [], $query, $options);
    }

    /**
     * Delete a subscription.
     *
     * @return Answer<DeletedWebhookSubscription>
     */
    public function delete(string $webhookId, ?Options $options = null): Answer
    {
        return $this->transport->send('DELETE', '/webhooks/{}', [$webhookId], [], $options);
    }

    /**
     * Send a test event to a subscription.
     *
     * @return Answer<WebhookTestDelivery>
     */
    public function test(string $webhookId, ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/webhooks/{}/test', [$webhookId], [], $options);
    }

    /**
     * Renew a subscription.
     *
     * @return Answer<ListedWebhookSubscription>
     */
    public function renew(string $webhookId, ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/webhooks/{}/renew', [$webhookId], [], $options);
    }

    /**
     * Replay deliveries.
     *
     * @param WebhookReplayInput $body
     * @return Answer<WebhookReplay>
     */
    public function replay(string $webhookId, array $body, ?Options $options = null): Answer
    {
        return $this->transport->send('POST', '/webhooks/{}/replay', [$webhookId], [], $options, body: $body);
    }
}

/**
 * @phpstan-import-type LoggedEvent from Records
 */
final class Events extends Resource
{
    /**
     * List the event log of a connection.
     *
     * @param array{cursor?: string, limit?: 5|10|20|50|100} $query
     * @return Answer<list<LoggedEvent>>
     */
    public function list(array $query = [], ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/events', [], $query, $options);
    }

    /**
     * List the event log of a connection: all of them, page by page.
     *
     * @param array{cursor?: string, limit?: 5|10|20|50|100} $query
     * @return \Generator<int, LoggedEvent>
     */
    public function all(array $query = [], ?Options $options = null): \Generator
    {
        return $this->transport->all('GET', '/events', [], $query, $options);
    }
}

/**
 * @phpstan-import-type TargetSystem from Records
 * @phpstan-import-type TargetSystemDetails from Records
 */
final class TargetSystems extends Resource
{
    /**
     * List the target systems.
     *
     * @return Answer<list<TargetSystem>>
     */
    public function list(?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/targetSystems', [], [], $options);
    }

    /**
     * Get a target system.
     *
     * @return Answer<TargetSystemDetails>
     */
    public function get(string $slug, ?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/targetSystems/{}', [$slug], [], $options);
    }
}

final class HealthDetails extends Resource
{
    /**
     * Get the health of each component.
     *
     * @return Answer<array{status: 'ok'|'degraded'|'paused'|'unavailable', database: 'ok'|'unavailable', disk: 'ok'|'low', workers: int, version: string, trouble?: 'unreachable'|'too_many_connections'|'disk_full'|'disk_failed'|'read_only'|'standby'|'out_of_memory'|'busy', freeBytes?: int, oldestUndelivered?: int}>
     */
    public function get(?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/health/details', [], [], $options);
    }
}

final class Health extends Resource
{
    public readonly HealthDetails $details;

    public function __construct(Transport $transport)
    {
        parent::__construct($transport);
        $this->details = new HealthDetails($transport);
    }

    /**
     * Check whether the service is ready.
     *
     * @return Answer<array{status: 'ok'|'paused', version: string}>
     */
    public function get(?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/health', [], [], $options);
    }
}

/**
 * @phpstan-import-type ChangelogMonth from Records
 */
final class Changelog extends Resource
{
    /**
     * Get the changelog.
     *
     * @return Answer<list<ChangelogMonth>>
     */
    public function list(?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/changelog', [], [], $options);
    }
}

final class Openapi extends Resource
{
    /**
     * Get the OpenAPI description.
     *
     * @return Answer<array<string, mixed>>
     */
    public function get(?Options $options = null): Answer
    {
        return $this->transport->send('GET', '/openapi.json', [], [], $options);
    }
}

/** All resources. */
abstract class Resources
{
    public readonly Accounts $accounts;
    public readonly Tasks $tasks;
    public readonly BankAccounts $bankAccounts;
    public readonly Bills $bills;
    public readonly BookingProposals $bookingProposals;
    public readonly Contacts $contacts;
    public readonly CreditNotes $creditNotes;
    public readonly Customers $customers;
    public readonly Dimensions $dimensions;
    public readonly Expenses $expenses;
    public readonly Files $files;
    public readonly FiscalYears $fiscalYears;
    public readonly GoodsReceipts $goodsReceipts;
    public readonly Invoices $invoices;
    public readonly Items $items;
    public readonly JournalEntries $journalEntries;
    public readonly Journals $journals;
    public readonly Offers $offers;
    public readonly OpenItems $openItems;
    public readonly PassThrough $passThrough;
    public readonly Payments $payments;
    public readonly PaymentTerms $paymentTerms;
    public readonly Projects $projects;
    public readonly PurchaseOrders $purchaseOrders;
    public readonly SalesOrders $salesOrders;
    public readonly Suppliers $suppliers;
    public readonly TaxRates $taxRates;
    public readonly Transactions $transactions;
    public readonly TrialBalance $trialBalance;
    public readonly Units $units;
    public readonly VendorCredits $vendorCredits;
    public readonly Auth $auth;
    public readonly Profile $profile;
    public readonly UserInfo $userInfo;
    public readonly Tenant $tenant;
    public readonly Operations $operations;
    public readonly Webhooks $webhooks;
    public readonly Events $events;
    public readonly TargetSystems $targetSystems;
    public readonly Health $health;
    public readonly Changelog $changelog;
    public readonly Openapi $openapi;

    public function __construct(Transport $transport)
    {
        $this->accounts = new Accounts($transport);
        $this->tasks = new Tasks($transport);
        $this->bankAccounts = new BankAccounts($transport);
        $this->bills = new Bills($transport);
        $this->bookingProposals = new BookingProposals($transport);
        $this->contacts = new Contacts($transport);
        $this->creditNotes = new CreditNotes($transport);
        $this->customers = new Customers($transport);
        $this->dimensions = new Dimensions($transport);
        $this->expenses = new Expenses($transport);
        $this->files = new Files($transport);
        $this->fiscalYears = new FiscalYears($transport);
        $this->goodsReceipts = new GoodsReceipts($transport);
        $this->invoices = new Invoices($transport);
        $this->items = new Items($transport);
        $this->journalEntries = new JournalEntries($transport);
        $this->journals = new Journals($transport);
        $this->offers = new Offers($transport);
        $this->openItems = new OpenItems($transport);
        $this->passThrough = new PassThrough($transport);
        $this->payments = new Payments($transport);
        $this->paymentTerms = new PaymentTerms($transport);
        $this->projects = new Projects($transport);
        $this->purchaseOrders = new PurchaseOrders($transport);
        $this->salesOrders = new SalesOrders($transport);
        $this->suppliers = new Suppliers($transport);
        $this->taxRates = new TaxRates($transport);
        $this->transactions = new Transactions($transport);
        $this->trialBalance = new TrialBalance($transport);
        $this->units = new Units($transport);
        $this->vendorCredits = new VendorCredits($transport);
        $this->auth = new Auth($transport);
        $this->profile = new Profile($transport);
        $this->userInfo = new UserInfo($transport);
        $this->tenant = new Tenant($transport);
        $this->operations = new Operations($transport);
        $this->webhooks = new Webhooks($transport);
        $this->events = new Events($transport);
        $this->targetSystems = new TargetSystems($transport);
        $this->health = new Health($transport);
        $this->changelog = new Changelog($transport);
        $this->openapi = new Openapi($transport);
    }
}

"""Invented books in a fresh Tryton 6.0, through Debian's proteus: every kind of record that the connector reads.

usage: /usr/bin/python3 trytonBooks.py CONFIGURATION DATABASE USER PASSWORD
All days are in the running year and in the one before.
"""
import datetime as dt
import sys
from decimal import Decimal as D

from proteus import Model, Wizard, config

configuration, database, login, password = sys.argv[1:]
TODAY = dt.date.today()
LAST = TODAY.year - 1
M = Model.get
connection = config.set_trytond(database, config_file=configuration)


def last(month, day):
    return dt.date(LAST, month, day)


def save(model, **values):
    record = M(model)(**values)
    record.save()
    return record


def first(model, *domain):
    return M(model).find(list(domain), limit=1)[0]


def use(company):
    """The company of everything that comes next."""
    admin = first('res.user', ('login', '=', 'admin'))
    if company not in admin.companies:
        admin.companies.append(M('company.company')(company.id))
    admin.company = company
    admin.save()
    connection._context = M('res.user').get_preferences(True, {})


currencies = {}
for name, code, rate in [('US Dollar', 'USD', '1'), ('Euro', 'EUR', '0.92')]:
    currency = M('currency.currency')(name=name, code=code, symbol=code, rounding=D('0.01'), digits=2)
    currency.rates.new(date=last(1, 1), rate=D(rate))
    currency.save()
    currencies[code] = currency
countries = {
    code: save('country.country', name=name, code=code)
    for name, code in [('United States', 'US'), ('France', 'FR'), ('Germany', 'DE')]}


def company(name):
    party = M('party.party')(name=name)
    address = party.addresses[0] if party.addresses else party.addresses.new()
    address.street, address.city, address.postal_code = '1 Main Street', 'Springfield', '01101'
    address.country = countries['US']
    party.save()
    made = save('company.company', party=party, currency=currencies['USD'])
    use(made)
    return made, party


codes = {
    'Main Receivable': ('receivable', '1200'), 'Main Payable': ('payable', '2100'), 'Main Revenue': ('revenue', '4000'),
    'Main Expense': ('expense', '5000'), 'Main Cash': ('cash', '1000'), 'Main Tax': ('tax', '2200')}


def chart(of):
    root = first('ir.model.data', ('module', '=', 'account'), ('fs_id', '=', 'account_template_root_en'))
    wizard = Wizard('account.create_chart')
    wizard.execute('account')
    wizard.form.account_template = M('account.account.template')(root.db_id)
    wizard.form.company = of
    wizard.execute('create_account')
    found = {}
    for name, (key, code) in codes.items():
        found[key] = first('account.account', ('name', '=', name), ('company', '=', of.id))
        found[key].code = code
        found[key].save()
    wizard.form.account_receivable = found['receivable']
    wizard.form.account_payable = found['payable']
    wizard.execute('create_properties')
    return found


def fiscal_year(of, year):
    def sequence(model, name, kind, **more):
        kind = first('ir.sequence.type', ('name', '=', kind))
        return save(model, name=f'{name} {year}', sequence_type=kind, company=of, **more)
    made = M('account.fiscalyear')(
        name=str(year), company=of, start_date=dt.date(year, 1, 1), end_date=dt.date(year, 12, 31))
    made.post_move_sequence = sequence('ir.sequence', 'Entries', 'Account Move')
    numbers = made.invoice_sequences[0] if made.invoice_sequences else made.invoice_sequences.new()
    numbers.company = of
    for side, prefix in [('out', f'INV-{year}-'), ('in', f'BILL-{year}-')]:
        strict = sequence('ir.sequence.strict', prefix, 'Invoice', prefix=prefix, padding=5)
        setattr(numbers, f'{side}_invoice_sequence', strict)
        setattr(numbers, f'{side}_credit_note_sequence', strict)
    made.save()
    made.click('create_period')


def entry(of, day, description, lines, post=True):
    period = first(
        'account.period', ('start_date', '<=', day), ('end_date', '>=', day), ('company', '=', of.id))
    move = M('account.move')(
        company=of, journal=first('account.journal', ('type', '=', 'cash')), period=period, date=day,
        description=description)
    for account, debit, credit in lines:
        move.lines.new(account=account, debit=D(debit), credit=D(credit), description=description)
    move.save()
    if post:
        move.click('post')
    return move


# A company beside the one that is connected: nothing of its books may show there.
other, _ = company('Zweitwerk Inc.')
others = chart(other)
fiscal_year(other, LAST)
entry(other, last(2, 2), 'Of another company', [(others['cash'], '77', '0'), (others['revenue'], '0', '77')])

own, own_party = company('Musterwerk Inc.')
accounts = chart(own)
for year in (LAST, TODAY.year):
    fiscal_year(own, year)


def account(code, name, like, **more):
    made = M('account.account')(name=name, code=code, company=own, type=accounts[like].type, **more)
    made.parent = accounts[like].parent
    made.deferral = accounts[like].deferral
    made.save()
    return made


accounts['bank'] = account('1010', 'Bank', 'cash', reconcile=True)
accounts['office'] = account('5100', 'Office supplies', 'expense')
accounts['services'] = account('4100', 'Services', 'revenue')
account('5900', 'Carriages', 'expense', end_date=last(1, 31))

groups = {kind: save('account.tax.group', name=kind, code=kind, kind=kind) for kind in ('sale', 'purchase', 'both')}


def tax(name, rate, **more):
    return save(
        'account.tax', name=name, description=f'{name} of the net amount', type='percentage', rate=D(rate), company=own,
        invoice_account=accounts['tax'], credit_note_account=accounts['tax'], **more)


full, reduced = tax('VAT 20 %', '0.2', group=groups['both']), tax('VAT 10 %', '0.1')
none, old = tax('Exempt', '0'), tax('VAT 19 %', '0.19', group=groups['purchase'])
tax('VAT 5 %', '0.05', group=groups['sale'])
old.active = False
old.save()


def term(name, days, half=False):
    made = M('account.invoice.payment_term')(name=name, description=f'{name}, without deduction')
    for kind, after in [('percent_on_total', 0)] * half + [('remainder', days)]:
        line = made.lines.new(type=kind, **({'ratio': D('0.5')} if kind != 'remainder' else {}))
        (line.relativedeltas[0] if line.relativedeltas else line.relativedeltas.new()).days = after
    made.save()
    return made


at_once, in_30, halves = term('At once', 0), term('30 days', 30), term('Half now, half in 60 days', 60, half=True)


def category(name, revenue, expense, rate):
    made = M('product.category')(name=name, accounting=True)
    made.account_revenue, made.account_expense = accounts[revenue], accounts[expense]
    made.customer_taxes.append(M('account.tax')(rate.id))
    made.supplier_taxes.append(M('account.tax')(rate.id))
    made.save()
    return made


goods, services = category('Goods', 'revenue', 'expense', reduced), category('Services', 'services', 'office', full)
products = {}
for code, name, kind, unit, price, cost, of in [
        ('WID-1', 'Widget', 'goods', 'Unit', '25', '10', goods), ('GAD-1', 'Gadget', 'goods', 'Unit', '99.90', '55', goods),
        ('CONS-H', 'Consulting', 'service', 'Hour', '120', '60', services)]:
    template = M('product.template')(name=name, code=code, type=kind, list_price=D(price), salable=True, purchasable=True)
    template.default_uom = first('product.uom', ('name', '=', unit))
    template.account_category = of
    template.save()
    products[code] = template.products[0]
    products[code].cost_price = D(cost)
    products[code].save()

parties = {}
for code, name, city, country, vat, due in [
        ('C001', 'Muster & Söhne', 'Boston', 'US', None, in_30), ('C002', 'Boutique Étoile', 'Paris', 'FR', 'FR23334175221', in_30),
        ('C003', 'Gestaltung Blau', 'Berlin', 'DE', None, at_once), ('S001', 'Lagerhaus Nord', 'Hamburg', 'DE', None, in_30),
        ('S002', 'Bürowelt Süd', 'Reno', 'US', None, at_once)]:
    party = M('party.party')(name=name, code=code)
    address = party.addresses[0] if party.addresses else party.addresses.new()
    address.street, address.city, address.postal_code = f'10 Long Road\nYard {code}', city, '10001'
    address.country = countries[country]
    for kind, value in [
            ('email', f'{code.lower()}@books.example'), ('phone', '+1 202 555 0101'), ('mobile', '+1 202 555 0102'),
            ('fax', '+1 202 555 0103'), ('website', 'https://books.example')]:
        party.contact_mechanisms.new(type=kind, value=value)
    if vat:
        party.identifiers.new(type='eu_vat', code=vat)
    party.customer_payment_term = M('account.invoice.payment_term')(due.id)
    party.supplier_payment_term = M('account.invoice.payment_term')(due.id)
    party.save()
    parties[code] = party

bank = save('bank', party=save('party.party', name='Sparbank Musterstadt'), bic='BNPAFRPP')
for owner, numbers in [
        (own_party, [('iban', 'FR7630006000011234567890189')]), (own_party, [('other', '4711-0815')]),
        (parties['S001'], [('iban', 'DE89370400440532013000')])]:
    made = M('bank.account')(bank=bank, currency=currencies['USD'])
    made.owners.append(M('party.party')(owner.id))
    for kind, number in numbers:
        made.numbers.new(type=kind, number=number)
    made.save()

departments = save('analytic_account.account', name='Departments', code='DEP', type='root', company=own)
sales = [
    save('analytic_account.account', name=name, code=code, type='normal', company=own, root=departments, parent=departments)
    for code, name in [('S', 'Sales'), ('R', 'Research')]][0]


def order_lines(of, lines):
    for key, quantity, price in lines:
        line = of.lines.new()
        if key in products:
            line.product = products[key]
        else:
            line.account = accounts[key]
            line.taxes.append(M('account.tax')(none.id))
        line.quantity, line.unit_price, line.description = quantity, D(price), 'As agreed'
        for chosen in getattr(line, 'analytic_accounts', []):
            chosen.account = sales


def invoice(kind, party, day, lines, click='post', currency='USD', due=in_30, **more):
    made = M('account.invoice')(type=kind, party=parties[party], invoice_date=day)
    made.currency, made.payment_term = currencies[currency], due
    for name, value in more.items():
        setattr(made, name, value)
    order_lines(made, lines)
    made.save()
    if click == 'post':
        # A due day in the past is asked about.
        save('res.user.warning', user=1, name=f'invoice_payment_term_{made.id}', always=True)
    if click:
        made.click(click)
    return made


# Numbers have to follow the days.
late_part = invoice('out', 'C001', last(1, 15), [('WID-1', 10, '25'), ('CONS-H', 2, '120')], reference='PO-7781')
invoice('out', 'C002', last(2, 3), [('GAD-1', 3, '99.90')], currency='EUR', reference='BE-22')
paid = invoice('out', 'C003', last(2, 20), [('WID-1', 4, '25')])
invoice('out', 'C001', last(2, 25), [('WID-1', -2, '25')], reference='for INV')
invoice('out', 'C001', last(3, 5), [('CONS-H', 8, '120')], click=None, reference='draft')
invoice('out', 'C003', last(3, 6), [('CONS-H', 1, '120')], click='validate_invoice')
invoice('out', 'C003', last(3, 7), [('CONS-H', 3, '120')], click='cancel')
invoice('out', 'C001', TODAY, [('WID-1', 1, '25')])
part = invoice('out', 'C001', TODAY, [('WID-1', 2, '25')], due=halves)
invoice('out', 'C002', last(4, 25), [('CONS-H', -1, '120')], click=None)
bill = invoice('in', 'S001', last(1, 20), [('WID-1', 100, '10')], reference='LN-1001')
paid_bill = invoice('in', 'S002', last(2, 10), [('office', 1, '340.50')], reference='BS-555', due=at_once)
invoice('in', 'S001', last(3, 1), [('GAD-1', 5, '55')], click=None, reference='LN-1002')
credit = invoice('in', 'S001', last(3, 9), [('WID-1', -5, '10')], reference='LN-C-1', due=at_once)
invoice('in', 'S002', last(3, 9), [('WID-1', -1, '10')], click=None, reference='BS-C-2')
invoice('in', 'S001', TODAY, [('GAD-1', 1, '55')], reference='LN-1003')

method = save(
    'account.invoice.payment.method', name='Bank transfer', company=own,
    journal=first('account.journal', ('type', '=', 'cash')), credit_account=accounts['bank'], debit_account=accounts['bank'])
for of, amount, day in [
        (paid, None, last(3, 1)), (late_part, '200', last(2, 15)), (part, '20', TODAY), (paid_bill, None, last(2, 28)),
        (credit, None, last(3, 28))]:
    pay = Wizard('account.invoice.pay', [of])
    pay.form.payment_method, pay.form.date, pay.form.description = method, day, 'Transfer'
    if amount is not None:
        pay.form.amount = D(amount)
    pay.execute('choice')
    if pay.form_state == 'ask':
        pay.form.type = 'partial'
        pay.execute('pay')

opening = entry(own, last(1, 2), 'Opening balance', [(accounts['bank'], '10000', '0'), (accounts['revenue'], '0', '10000')])
entry(own, last(3, 31), 'Bank fee', [(accounts['office'], '12.5', '0'), (accounts['bank'], '0', '12.5')])
entry(own, TODAY, 'Accrual', [(accounts['office'], '80', '0'), (accounts['cash'], '0', '80')], post=False)

for model, party, day, lines, clicks in [
        ('purchase.purchase', 'S001', last(1, 18), [('WID-1', 100, '10')], ['quote', 'confirm']),
        ('purchase.purchase', 'S001', last(3, 10), [('GAD-1', 20, '55')], []),
        ('sale.sale', 'C002', last(2, 1), [('WID-1', 7, '25')], ['quote']),
        ('sale.sale', 'C001', last(2, 2), [('CONS-H', 1, '120')], [])]:
    order = M(model)(party=parties[party], payment_term=in_30, description='Standing order', comment='By noon')
    setattr(order, 'sale_date' if model == 'sale.sale' else 'purchase_date', day)
    order.currency = currencies['USD']
    order_lines(order, lines)
    order.save()
    for button in clicks:
        order.click(button)

for of in (bill, opening):
    save('ir.attachment', name='original.txt', type='data', resource=of, data=b'As it came\n')
    save('ir.attachment', name='original.url', type='link', resource=of, link='https://books.example/1')
save('ir.attachment', name='delivery.pdf', type='data', resource=paid, data=b'%PDF-1.4\n')

january = first('account.period', ('start_date', '=', last(1, 1)), ('company', '=', own.id))
january.click('close')

user = M('res.user')(name='Bookkeeper', login=login, password=password, company_filter='all')
for group in M('res.group').find([]):
    user.groups.append(group)
for each in (own, other):
    user.companies.append(M('company.company')(each.id))
user.company = own
user.save()

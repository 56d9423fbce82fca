using Microsoft.OData;

namespace Pooling.Benchmarks.Json.OData;

/// <summary>A resource object with all that hangs on it, for one customer after the other.
/// OData still wraps each value that is set.</summary>
internal sealed class ReusedResource
{
    private readonly ODataProperty _id = new() { Name = "Id" };
    private readonly ODataProperty _name = new() { Name = "Name" };
    private readonly ODataCollectionValue _emails = new();
    private readonly AddressValue _home = new();
    private readonly List<AddressValue> _addresses = [];
    private readonly List<ODataResourceValue> _addressItems = [];

    internal ReusedResource() => Resource = new ODataResourceValue
    {
        Properties =
        [
            _id,
            _name,
            new ODataProperty { Name = "Emails", Value = _emails },
            new ODataProperty { Name = "HomeAddress", Value = _home.Value },
            new ODataProperty { Name = "Addresses", Value = new ODataCollectionValue { Items = _addressItems } },
        ],
    };

    internal ODataResourceValue Resource { get; }

    internal void Set(Customer customer)
    {
        _id.Value = customer.Id;
        _name.Value = customer.Name;
        _emails.Items = customer.Emails;
        _home.Set(customer.HomeAddress);
        for (int i = 0; i < customer.Addresses.Length; i++)
        {
            if (i == _addresses.Count)
                _addresses.Add(new AddressValue());

            _addresses[i].Set(customer.Addresses[i]);
            _addressItems.Add(_addresses[i].Value);
        }
    }

    internal void Clear()
    {
        _name.Value = null;
        _emails.Items = [];
        _home.Clear();
        foreach (AddressValue address in _addresses)
            address.Clear();

        _addressItems.Clear();
    }

    private sealed class AddressValue
    {
        private readonly ODataProperty _city = new() { Name = "City" };
        private readonly ODataProperty _street = new() { Name = "Street" };

        internal AddressValue() => Value = new ODataResourceValue { Properties = [_city, _street] };

        internal ODataResourceValue Value { get; }

        internal void Set(Address address)
        {
            _city.Value = address.City;
            _street.Value = address.Street;
        }

        internal void Clear()
        {
            _city.Value = null;
            _street.Value = null;
        }
    }
}

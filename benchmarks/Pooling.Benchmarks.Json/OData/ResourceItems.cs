using Microsoft.OData;

namespace Pooling.Benchmarks.Json.OData;

/// <summary>A customer as OData's resource objects, in the order in which OData's writers take them; null ends what was begun last.</summary>
internal static class ResourceItems
{
    internal static void Fill(List<ODataItem?> items, Customer customer)
    {
        items.Clear();
        items.Add(new ODataResource
        {
            Properties =
            [
                new ODataProperty { Name = "Id", Value = customer.Id },
                new ODataProperty { Name = "Name", Value = customer.Name },
                new ODataProperty
                {
                    Name = "Emails",
                    Value = new ODataCollectionValue { Items = customer.Emails, TypeName = "Collection(Edm.String)" },
                },
            ],
        });
        items.Add(new ODataNestedResourceInfo { Name = "HomeAddress", IsCollection = false });
        items.Add(Create(customer.HomeAddress));
        items.Add(null);
        items.Add(null);
        items.Add(new ODataNestedResourceInfo { Name = "Addresses", IsCollection = true });
        items.Add(new ODataResourceSet());
        foreach (Address address in customer.Addresses)
        {
            items.Add(Create(address));
            items.Add(null);
        }

        items.Add(null);
        items.Add(null);
        items.Add(null);
    }

    private static ODataResource Create(Address address) => new()
    {
        Properties =
        [
            new ODataProperty { Name = "City", Value = address.City },
            new ODataProperty { Name = "Street", Value = address.Street },
        ],
    };
}

/// <summary>The same objects for one customer after the other, rented from a pool. OData still wraps each value that is set.</summary>
internal sealed class RentedResource
{
    private readonly List<ODataItem?> _items = [];
    private readonly List<ODataProperty> _addressProperties = [];
    private readonly ODataProperty _id = new() { Name = "Id" };
    private readonly ODataProperty _name = new() { Name = "Name" };
    private readonly ODataCollectionValue _emails = new() { TypeName = "Collection(Edm.String)" };

    internal List<ODataItem?> Set(Customer customer)
    {
        if (_addressProperties.Count != 2 * (1 + customer.Addresses.Count))
            Build(customer.Addresses.Count);

        _id.Value = customer.Id;
        _name.Value = customer.Name;
        _emails.Items = customer.Emails;
        SetAddress(0, customer.HomeAddress.City, customer.HomeAddress.Street);
        for (int i = 0; i < customer.Addresses.Count; i++)
            SetAddress(1 + i, customer.Addresses[i].City, customer.Addresses[i].Street);

        return _items;
    }

    internal void Reset()
    {
        _name.Value = null;
        _emails.Items = [];
        foreach (ODataProperty property in _addressProperties)
            property.Value = null;
    }

    private void SetAddress(int index, string city, string street)
    {
        _addressProperties[2 * index].Value = city;
        _addressProperties[2 * index + 1].Value = street;
    }

    private void Build(int addresses)
    {
        _items.Clear();
        _addressProperties.Clear();
        _items.Add(new ODataResource { Properties = [_id, _name, new ODataProperty { Name = "Emails", Value = _emails }] });
        _items.Add(new ODataNestedResourceInfo { Name = "HomeAddress", IsCollection = false });
        _items.AddRange([BuildAddress(), null, null]);
        _items.Add(new ODataNestedResourceInfo { Name = "Addresses", IsCollection = true });
        _items.Add(new ODataResourceSet());
        for (int i = 0; i < addresses; i++)
            _items.AddRange([BuildAddress(), null]);

        _items.AddRange([null, null, null]);
    }

    private ODataResource BuildAddress()
    {
        _addressProperties.Add(new ODataProperty { Name = "City" });
        _addressProperties.Add(new ODataProperty { Name = "Street" });
        return new ODataResource { Properties = _addressProperties[^2..] };
    }
}

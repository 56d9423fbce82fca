using Microsoft.OData;

namespace Pooling.Benchmarks.Json.OData;

/// <summary>Customers as OData's resource objects: in one piece, and in the pieces that OData's message writer takes.</summary>
internal static class CustomerResource
{
    internal static ODataResourceValue Create(Customer customer) => new()
    {
        Properties =
        [
            new ODataProperty { Name = "Id", Value = customer.Id },
            new ODataProperty { Name = "Name", Value = customer.Name },
            new ODataProperty { Name = "Emails", Value = new ODataCollectionValue { Items = customer.Emails } },
            new ODataProperty { Name = "HomeAddress", Value = Create(customer.HomeAddress) },
            new ODataProperty
            {
                Name = "Addresses",
                Value = new ODataCollectionValue { Items = customer.Addresses.Select(Create).ToArray() },
            },
        ],
    };

    /// <summary>The customer without its addresses, as OData's message writer wants it: those are written behind it.</summary>
    internal static ODataResource CreateForMessage(Customer customer) => new()
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
    };

    internal static ODataResource CreateForMessage(Address address) => new()
    {
        Properties =
        [
            new ODataProperty { Name = "City", Value = address.City },
            new ODataProperty { Name = "Street", Value = address.Street },
        ],
    };

    private static ODataResourceValue Create(Address address) => new()
    {
        Properties =
        [
            new ODataProperty { Name = "City", Value = address.City },
            new ODataProperty { Name = "Street", Value = address.Street },
        ],
    };
}

using System.Text.Json.Serialization;

namespace Pooling.Tour.Sections.Export;

/// <summary>The whole document, as OData shapes it.</summary>
internal sealed record CustomerExport(
    [property: JsonPropertyName("@odata.context")] string Context,
    [property: JsonPropertyName("value")] IReadOnlyList<Customer> Value)
{
    public static CustomerExport Create(int customers) => new(
        "https://services.odata.org/V4/OData/OData.svc/$metadata#Customers",
        [.. Enumerable.Range(1, customers).Select(Customer.Create)]);
}

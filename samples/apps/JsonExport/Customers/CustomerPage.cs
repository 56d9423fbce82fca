using System.Text.Json.Serialization;

namespace Pooling.JsonExport;

/// <summary>The whole document, in the shape of an OData response.</summary>
internal sealed record CustomerPage(
    [property: JsonPropertyName("@odata.context")] string Context,
    [property: JsonPropertyName("value")] Customer[] Value)
{
    public const string ServiceRoot = "https://services.odata.org/V4/OData/OData.svc/";

    public static CustomerPage Create(int customers) => Of([.. Enumerable.Range(1, customers).Select(Customer.Create)]);

    public static CustomerPage Of(Customer[] customers) => new(ServiceRoot + "$metadata#Customers", customers);
}

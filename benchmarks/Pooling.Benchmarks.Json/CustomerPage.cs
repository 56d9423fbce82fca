using System.Globalization;
using System.Text.Json.Serialization;

namespace Pooling.Benchmarks.Json;

/// <summary>The export as an object, for the serializer.</summary>
public sealed record CustomerPage(
    [property: JsonPropertyName("@odata.context")] string Context,
    [property: JsonPropertyName("value")] Customer[] Value)
{
    internal const int Count = 5_000;

    internal const string ContextUri = "https://services.odata.org/V4/OData/OData.svc/$metadata#Customers";

    internal static CustomerPage Create() => new(ContextUri, [.. Enumerable.Range(1, Count).Select(CreateCustomer)]);

    private static Customer CreateCustomer(int number)
    {
        string i = number.ToString(CultureInfo.InvariantCulture);
        return new Customer(
            number,
            $"Cust{i} \uD800\udc05 \u00e4",
            [$"emailA@mailer.com{i}", $"emailB@mailer.com{i}"],
            new Address($"City{i} \uD800\udc05 \u00e4", $"Street{i}\n\"escape this\""),
            [new Address($"CityA{i}", $"StreetA{i}"), new Address($"CityB{i}", $"StreetA{i}")]);
    }
}

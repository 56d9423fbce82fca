using System.Text.Json.Serialization;

namespace Pooling.Benchmarks.Json;

/// <summary>One customer of the export, shaped as the source has it: lists, and everything can be set.</summary>
internal sealed class Customer
{
    public required int Id { get; set; }

    public required string Name { get; set; }

    public required List<string> Emails { get; set; }

    public required Address HomeAddress { get; set; }

    public required List<Address> Addresses { get; set; }

    /// <summary>Copies it as the source does: everything but the strings.</summary>
    internal Customer Clone() => new()
    {
        Id = Id,
        Name = Name,
        Emails = [.. Emails],
        HomeAddress = HomeAddress.Clone(),
        Addresses = Addresses.Select(static address => address.Clone()).ToList(),
    };

    /// <summary>Makes this one, rented from a pool, a copy of another, which has as many addresses.</summary>
    internal void CopyFrom(Customer other)
    {
        Id = other.Id;
        Name = other.Name;
        Emails.AddRange(other.Emails);
        HomeAddress.CopyFrom(other.HomeAddress);
        for (int i = 0; i < Addresses.Count; i++)
            Addresses[i].CopyFrom(other.Addresses[i]);
    }

    /// <summary>Lets go of what it refers to, and keeps its lists and addresses for the next customer.</summary>
    internal void Reset()
    {
        Name = "";
        Emails.Clear();
        HomeAddress.CopyFrom(Address.s_none);
        foreach (Address address in Addresses)
            address.CopyFrom(Address.s_none);
    }
}

/// <summary>An address of a customer.</summary>
internal sealed class Address
{
    internal static readonly Address s_none = new() { City = "", Street = "" };

    public required string City { get; set; }

    public required string Street { get; set; }

    internal Address Clone() => new() { City = City, Street = Street };

    internal void CopyFrom(Address other) => (City, Street) = (other.City, other.Street);
}

/// <summary>The export as an object, for the serializer.</summary>
internal sealed record CustomerPage(
    [property: JsonPropertyName("@odata.context")] string Context,
    [property: JsonPropertyName("value")] Customer[] Value)
{
    internal const string ContextUri = "https://services.odata.org/V4/OData/OData.svc/$metadata#Customers";

    private const int Count = 5_000;

    internal static CustomerPage Create() => new(ContextUri, [.. Enumerable.Range(1, Count).Select(CreateCustomer)]);

    /// <summary>Compares what was written with the serializer's document as JSON: OData escapes fewer characters, in lower case, and some
    /// contenders write UTF-16.</summary>
    internal string Verify(ReadOnlySpan<byte> written)
    {
        Encoding encoding = written[1] is 0 or 0xFE ? Encoding.Unicode : Encoding.UTF8; // without a byte order mark, or with one
        using JsonDocument expected = JsonSerializer.SerializeToDocument(this);
        using JsonDocument actual = JsonDocument.Parse(encoding.GetString(written).TrimStart('\uFEFF'));
        return JsonElement.DeepEquals(expected.RootElement, actual.RootElement)
            ? $"{Value.Length} customers in {encoding.WebName}, equal as JSON"
            : throw new InvalidOperationException("The document differs from that of the serializer.");
    }

    private static Customer CreateCustomer(int number)
    {
        string i = number.ToString(CultureInfo.InvariantCulture);
        return new Customer
        {
            Id = number,
            Name = $"Cust{i} \uD800\udc05 \u00e4",
            Emails = [$"emailA@mailer.com{i}", $"emailB@mailer.com{i}"],
            HomeAddress = new Address { City = $"City{i} \uD800\udc05 \u00e4", Street = $"Street{i}\n\"escape this\"" },
            Addresses =
            [
                new Address { City = $"CityA{i}", Street = $"StreetA{i}" },
                new Address { City = $"CityB{i}", Street = $"StreetA{i}" },
            ],
        };
    }
}

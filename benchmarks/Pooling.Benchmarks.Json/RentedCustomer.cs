using Pooling.Objects;

namespace Pooling.Benchmarks.Json;

/// <summary>The copy of a customer in rented objects, which keep their lists for the next one. It is written as others are.</summary>
internal sealed class RentedCustomer
{
    private static readonly MagazinePool<RentedCustomer> s_pool = MagazinePool.Create(static () => new RentedCustomer(), static customer =>
    {
        customer._name = "";
        customer._emails.Clear();
        foreach (RentedAddress address in customer._addresses)
            (address.City, address.Street) = ("", "");

        return true;
    });

    private readonly List<string> _emails = [];
    private readonly RentedAddress[] _addresses = [new(), new(), new()]; // the first is that of the home
    private int _id;
    private string _name = "";

    internal static void Write(Utf8JsonWriter json, Customer customer)
    {
        RentedCustomer rented = s_pool.Get();
        rented.CopyFrom(customer);
        rented.Write(json);
        s_pool.Return(rented);
    }

    private void CopyFrom(Customer customer)
    {
        _id = customer.Id;
        _name = customer.Name;
        _emails.AddRange(customer.Emails);
        _addresses[0].CopyFrom(customer.HomeAddress);
        for (int i = 0; i < customer.Addresses.Length; i++)
            _addresses[i + 1].CopyFrom(customer.Addresses[i]);
    }

    private void Write(Utf8JsonWriter json)
    {
        json.WriteStartObject();
        json.WriteNumber("Id"u8, _id);
        json.WriteString("Name"u8, _name);
        json.WriteStartArray("Emails"u8);
        foreach (string email in _emails)
            json.WriteStringValue(email);

        json.WriteEndArray();
        json.WritePropertyName("HomeAddress"u8);
        _addresses[0].Write(json);
        json.WriteStartArray("Addresses"u8);
        foreach (RentedAddress address in _addresses.AsSpan(1))
            address.Write(json);

        json.WriteEndArray();
        json.WriteEndObject();
    }

    private sealed class RentedAddress
    {
        internal string City { get; set; } = "";

        internal string Street { get; set; } = "";

        internal void CopyFrom(Address address) => (City, Street) = (address.City, address.Street);

        internal void Write(Utf8JsonWriter json)
        {
            json.WriteStartObject();
            json.WriteString("City"u8, City);
            json.WriteString("Street"u8, Street);
            json.WriteEndObject();
        }
    }
}

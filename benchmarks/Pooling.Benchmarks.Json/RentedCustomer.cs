using Pooling.Objects;

namespace Pooling.Benchmarks.Json;

/// <summary>The copy of a customer in rented objects, which keep their lists for the next one. It is written like other
/// customers.</summary>
internal sealed class RentedCustomer
{
    private static readonly MagazinePool<RentedCustomer> s_pool = MagazinePool.Create(static () => new RentedCustomer(), static customer =>
    {
        customer._name = "";
        customer._emails.Clear();
        customer._addresses.Clear();
        return true;
    });

    private readonly List<string> _emails = [];
    private readonly List<(string City, string Street)> _addresses = []; // the first is the home address
    private int _id;
    private string _name = "";

    internal static void Write(Utf8JsonWriter json, Customer customer)
    {
        RentedCustomer rented = s_pool.Get();
        rented.CopyAndWrite(json, customer);
        s_pool.Return(rented);
    }

    private void CopyAndWrite(Utf8JsonWriter json, Customer customer)
    {
        (_id, _name) = (customer.Id, customer.Name);
        _emails.AddRange(customer.Emails);
        _addresses.Add((customer.HomeAddress.City, customer.HomeAddress.Street));
        foreach (Address address in customer.Addresses)
            _addresses.Add((address.City, address.Street));

        json.WriteStartObject();
        json.WriteNumber("Id"u8, _id);
        json.WriteString("Name"u8, _name);
        json.WriteStartArray("Emails"u8);
        foreach (string email in _emails)
            json.WriteStringValue(email);

        json.WriteEndArray();
        json.WritePropertyName("HomeAddress"u8);
        for (int i = 0; i < _addresses.Count; i++)
        {
            json.WriteStartObject();
            json.WriteString("City"u8, _addresses[i].City);
            json.WriteString("Street"u8, _addresses[i].Street);
            json.WriteEndObject();
            if (i == 0)
                json.WriteStartArray("Addresses"u8);
        }

        json.WriteEndArray();
        json.WriteEndObject();
    }
}

using Pooling.Benchmarks.Json.OData;
using Pooling.Objects;

namespace Pooling.Benchmarks.Json;

/// <summary>What becomes of each customer on its way to the writer: nothing, a copy, a copy in a rented customer, or OData's resource
/// objects.</summary>
internal enum CustomerShape
{
    Plain,
    Cloned,
    ClonedIntoRented,
    Resources,
}

/// <summary>Writes the export with a <see cref="Utf8JsonWriter"/>, the same way for every contender.</summary>
internal readonly struct CustomerWriter(Utf8JsonWriter writer, CustomerShape shape = CustomerShape.Plain)
{
    private static readonly Customer s_none = new()
    {
        Id = 0,
        Name = "",
        Emails = [],
        HomeAddress = Address.s_none,
        Addresses = [Address.s_none, Address.s_none],
    };

    private static readonly MagazinePool<Customer> s_clones = MagazinePool.Create(s_none.Clone, static customer =>
    {
        customer.Reset();
        return true;
    });

    private readonly ResourceJson<Utf8ODataWriter>? _resources =
        shape == CustomerShape.Resources ? new(new Utf8ODataWriter(writer)) : null;

    internal void WriteStart()
    {
        writer.WriteStartObject();
        writer.WriteString("@odata.context"u8, CustomerPage.ContextUri);
        writer.WriteStartArray("value"u8);
    }

    internal void WriteEnd()
    {
        writer.WriteEndArray();
        writer.WriteEndObject();
    }

    internal void Write(Customer customer)
    {
        switch (shape)
        {
            case CustomerShape.Plain:
                WritePlain(customer);
                break;
            case CustomerShape.Cloned:
                WritePlain(customer.Clone());
                break;
            case CustomerShape.ClonedIntoRented:
                Customer clone = s_clones.Get();
                clone.CopyFrom(customer);
                WritePlain(clone);
                s_clones.Return(clone);
                break;
            case CustomerShape.Resources:
                _resources!.Write(customer);
                break;
        }
    }

    private void WritePlain(Customer customer)
    {
        writer.WriteStartObject();
        writer.WriteNumber("Id"u8, customer.Id);
        writer.WriteString("Name"u8, customer.Name);
        writer.WriteStartArray("Emails"u8);
        foreach (string email in customer.Emails)
            writer.WriteStringValue(email);

        writer.WriteEndArray();
        writer.WritePropertyName("HomeAddress"u8);
        WriteAddress(customer.HomeAddress);
        writer.WriteStartArray("Addresses"u8);
        foreach (Address address in customer.Addresses)
            WriteAddress(address);

        writer.WriteEndArray();
        writer.WriteEndObject();
    }

    private void WriteAddress(Address address)
    {
        writer.WriteStartObject();
        writer.WriteString("City"u8, address.City);
        writer.WriteString("Street"u8, address.Street);
        writer.WriteEndObject();
    }
}

using System.Text.Json;
using Pooling.Objects;

namespace Pooling.Benchmarks.Json.Forms;

/// <summary>The same copy in a rented object.</summary>
internal readonly struct PooledCloneForm : ICustomerForm
{
    private static readonly MagazinePool<PooledClone> s_clones = MagazinePool.Create(static () => new PooledClone(), static clone =>
    {
        clone.Clear();
        return true;
    });

    public void Write(Utf8JsonWriter writer, Customer customer)
    {
        PooledClone clone = s_clones.Get();
        clone.CopyFrom(customer);
        Write(writer, clone);
        s_clones.Return(clone);
    }

    private static void Write(Utf8JsonWriter writer, PooledClone clone)
    {
        writer.WriteStartObject();
        writer.WriteNumber("Id"u8, clone.Id);
        writer.WriteString("Name"u8, clone.Name);
        writer.WriteStartArray("Emails"u8);
        foreach (string email in clone.Emails)
            writer.WriteStringValue(email);

        writer.WriteEndArray();
        writer.WritePropertyName("HomeAddress"u8);
        WriteAddress(writer, clone.HomeAddress);
        writer.WriteStartArray("Addresses"u8);
        foreach ((string City, string Street) address in clone.Addresses)
            WriteAddress(writer, address);

        writer.WriteEndArray();
        writer.WriteEndObject();
    }

    private static void WriteAddress(Utf8JsonWriter writer, (string City, string Street) address)
    {
        writer.WriteStartObject();
        writer.WriteString("City"u8, address.City);
        writer.WriteString("Street"u8, address.Street);
        writer.WriteEndObject();
    }
}

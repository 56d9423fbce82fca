using Microsoft.OData;
using Microsoft.OData.Json;

namespace Pooling.Benchmarks.Json.OData;

/// <summary>Writes with OData's JSON writer, which takes a text writer: by hand, and from resource objects.</summary>
internal static class ODataJson
{
    internal static void WriteStart(IJsonWriter writer)
    {
        writer.StartObjectScope();
        writer.WriteName("@odata.context");
        writer.WriteValue(CustomerPage.ContextUri);
        writer.WriteName("value");
        writer.StartArrayScope();
    }

    internal static void WriteEnd(IJsonWriter writer)
    {
        writer.EndArrayScope();
        writer.EndObjectScope();
        writer.Flush();
    }

    internal static void Write(IJsonWriter writer, Customer customer)
    {
        writer.StartObjectScope();
        writer.WriteName("Id");
        writer.WriteValue(customer.Id);
        writer.WriteName("Name");
        writer.WriteValue(customer.Name);
        writer.WriteName("Emails");
        writer.StartArrayScope();
        foreach (string email in customer.Emails)
            writer.WriteValue(email);

        writer.EndArrayScope();
        writer.WriteName("HomeAddress");
        Write(writer, customer.HomeAddress);
        writer.WriteName("Addresses");
        writer.StartArrayScope();
        foreach (Address address in customer.Addresses)
            Write(writer, address);

        writer.EndArrayScope();
        writer.EndObjectScope();
    }

    internal static void Write(IJsonWriter writer, ODataResourceValue resource) => Write(writer, resource.Properties);

    private static void Write(IJsonWriter writer, Address address)
    {
        writer.StartObjectScope();
        writer.WriteName("City");
        writer.WriteValue(address.City);
        writer.WriteName("Street");
        writer.WriteValue(address.Street);
        writer.EndObjectScope();
    }

    private static void Write(IJsonWriter writer, IEnumerable<ODataProperty> properties)
    {
        writer.StartObjectScope();
        foreach (ODataProperty property in properties)
        {
            writer.WriteName(property.Name);
            Write(writer, property.Value);
        }

        writer.EndObjectScope();
    }

    private static void Write(IJsonWriter writer, object value)
    {
        switch (value)
        {
            case string text:
                writer.WriteValue(text);
                break;
            case int number:
                writer.WriteValue(number);
                break;
            case ODataResourceValue resource:
                Write(writer, resource.Properties);
                break;
            case ODataCollectionValue collection:
                writer.StartArrayScope();
                foreach (object item in collection.Items)
                    Write(writer, item);

                writer.EndArrayScope();
                break;
            default:
                throw new NotSupportedException($"Customers have no {value?.GetType().Name ?? "null"}.");
        }
    }
}

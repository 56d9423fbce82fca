using Microsoft.OData.Json;

namespace Pooling.Benchmarks.Json.OData;

/// <summary>The export with OData's JSON writer, which takes a text writer, and the same with each call awaited.</summary>
internal static class ODataExport
{
    internal static void Write(IJsonWriter json, CustomerPage page, CustomerShape shape)
    {
        var resources = new ResourceJson<IJsonWriter>(json);
        json.StartObjectScope();
        json.WriteName("@odata.context");
        json.WriteValue(CustomerPage.ContextUri);
        json.WriteName("value");
        json.StartArrayScope();
        foreach (Customer customer in page.Value)
        {
            if (shape == CustomerShape.Resources)
                resources.Write(customer);
            else
                Write(json, shape == CustomerShape.Cloned ? customer.Clone() : customer);
        }

        json.EndArrayScope();
        json.EndObjectScope();
        json.Flush();
    }

    internal static async Task WriteAsync(AsyncTextJsonWriter json, CustomerPage page, CustomerShape shape)
    {
        var resources = new AsyncResourceJson(json);
        await json.StartAsync('{').ConfigureAwait(false);
        await json.WriteNameAsync("@odata.context").ConfigureAwait(false);
        await json.WriteValueAsync(CustomerPage.ContextUri).ConfigureAwait(false);
        await json.WriteNameAsync("value").ConfigureAwait(false);
        await json.StartAsync('[').ConfigureAwait(false);
        foreach (Customer customer in page.Value)
        {
            if (shape == CustomerShape.Resources)
                await resources.WriteAsync(customer).ConfigureAwait(false);
            else
                await WriteAsync(json, shape == CustomerShape.Cloned ? customer.Clone() : customer).ConfigureAwait(false);
        }

        await json.EndAsync(']').ConfigureAwait(false);
        await json.EndAsync('}').ConfigureAwait(false);
    }

    private static void Write(IJsonWriter json, Customer customer)
    {
        json.StartObjectScope();
        json.WriteName("Id");
        json.WriteValue(customer.Id);
        json.WriteName("Name");
        json.WriteValue(customer.Name);
        json.WriteName("Emails");
        json.StartArrayScope();
        foreach (string email in customer.Emails)
            json.WriteValue(email);

        json.EndArrayScope();
        json.WriteName("HomeAddress");
        Write(json, customer.HomeAddress);
        json.WriteName("Addresses");
        json.StartArrayScope();
        foreach (Address address in customer.Addresses)
            Write(json, address);

        json.EndArrayScope();
        json.EndObjectScope();
    }

    private static void Write(IJsonWriter json, Address address)
    {
        json.StartObjectScope();
        json.WriteName("City");
        json.WriteValue(address.City);
        json.WriteName("Street");
        json.WriteValue(address.Street);
        json.EndObjectScope();
    }

    private static async Task WriteAsync(AsyncTextJsonWriter json, Customer customer)
    {
        await json.StartAsync('{').ConfigureAwait(false);
        await json.WriteNameAsync("Id").ConfigureAwait(false);
        await json.WriteValueAsync(customer.Id).ConfigureAwait(false);
        await json.WriteNameAsync("Name").ConfigureAwait(false);
        await json.WriteValueAsync(customer.Name).ConfigureAwait(false);
        await json.WriteNameAsync("Emails").ConfigureAwait(false);
        await json.StartAsync('[').ConfigureAwait(false);
        foreach (string email in customer.Emails)
            await json.WriteValueAsync(email).ConfigureAwait(false);

        await json.EndAsync(']').ConfigureAwait(false);
        await json.WriteNameAsync("HomeAddress").ConfigureAwait(false);
        await WriteAsync(json, customer.HomeAddress).ConfigureAwait(false);
        await json.WriteNameAsync("Addresses").ConfigureAwait(false);
        await json.StartAsync('[').ConfigureAwait(false);
        foreach (Address address in customer.Addresses)
            await WriteAsync(json, address).ConfigureAwait(false);

        await json.EndAsync(']').ConfigureAwait(false);
        await json.EndAsync('}').ConfigureAwait(false);
    }

    private static async Task WriteAsync(AsyncTextJsonWriter json, Address address)
    {
        await json.StartAsync('{').ConfigureAwait(false);
        await json.WriteNameAsync("City").ConfigureAwait(false);
        await json.WriteValueAsync(address.City).ConfigureAwait(false);
        await json.WriteNameAsync("Street").ConfigureAwait(false);
        await json.WriteValueAsync(address.Street).ConfigureAwait(false);
        await json.EndAsync('}').ConfigureAwait(false);
    }
}

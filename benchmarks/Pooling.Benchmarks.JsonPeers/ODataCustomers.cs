namespace Pooling.Benchmarks.JsonPeers;

/// <summary>Writes customers with OData's JSON writer: each value by a call, or by a call that is awaited.</summary>
internal static class ODataCustomers
{
    internal static void Write(IJsonWriter json, CustomerPage page)
    {
        json.StartObjectScope();
        Write(json, "@odata.context", page.Context);
        json.WriteName("value");
        json.StartArrayScope();
        foreach (Customer customer in page.Value)
            Write(json, customer);

        json.EndArrayScope();
        json.EndObjectScope();
        json.Flush();
    }

    internal static async Task WriteAsync(IJsonWriter json, CustomerPage page)
    {
        await json.StartObjectScopeAsync().ConfigureAwait(false);
        await WriteAsync(json, "@odata.context", page.Context).ConfigureAwait(false);
        await json.WriteNameAsync("value").ConfigureAwait(false);
        await json.StartArrayScopeAsync().ConfigureAwait(false);
        foreach (Customer customer in page.Value)
            await WriteAsync(json, customer).ConfigureAwait(false);

        await json.EndArrayScopeAsync().ConfigureAwait(false);
        await json.EndObjectScopeAsync().ConfigureAwait(false);
        await json.FlushAsync().ConfigureAwait(false);
    }

    private static void Write(IJsonWriter json, Customer customer)
    {
        json.StartObjectScope();
        json.WriteName("Id");
        json.WriteValue(customer.Id);
        Write(json, "Name", customer.Name);
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

    private static async Task WriteAsync(IJsonWriter json, Customer customer)
    {
        await json.StartObjectScopeAsync().ConfigureAwait(false);
        await json.WriteNameAsync("Id").ConfigureAwait(false);
        await json.WriteValueAsync(customer.Id).ConfigureAwait(false);
        await WriteAsync(json, "Name", customer.Name).ConfigureAwait(false);
        await json.WriteNameAsync("Emails").ConfigureAwait(false);
        await json.StartArrayScopeAsync().ConfigureAwait(false);
        foreach (string email in customer.Emails)
            await json.WriteValueAsync(email).ConfigureAwait(false);

        await json.EndArrayScopeAsync().ConfigureAwait(false);
        await json.WriteNameAsync("HomeAddress").ConfigureAwait(false);
        await WriteAsync(json, customer.HomeAddress).ConfigureAwait(false);
        await json.WriteNameAsync("Addresses").ConfigureAwait(false);
        await json.StartArrayScopeAsync().ConfigureAwait(false);
        foreach (Address address in customer.Addresses)
            await WriteAsync(json, address).ConfigureAwait(false);

        await json.EndArrayScopeAsync().ConfigureAwait(false);
        await json.EndObjectScopeAsync().ConfigureAwait(false);
    }

    private static void Write(IJsonWriter json, Address address)
    {
        json.StartObjectScope();
        Write(json, "City", address.City);
        Write(json, "Street", address.Street);
        json.EndObjectScope();
    }

    private static async Task WriteAsync(IJsonWriter json, Address address)
    {
        await json.StartObjectScopeAsync().ConfigureAwait(false);
        await WriteAsync(json, "City", address.City).ConfigureAwait(false);
        await WriteAsync(json, "Street", address.Street).ConfigureAwait(false);
        await json.EndObjectScopeAsync().ConfigureAwait(false);
    }

    private static void Write(IJsonWriter json, string name, string value)
    {
        json.WriteName(name);
        json.WriteValue(value);
    }

    private static async Task WriteAsync(IJsonWriter json, string name, string value)
    {
        await json.WriteNameAsync(name).ConfigureAwait(false);
        await json.WriteValueAsync(value).ConfigureAwait(false);
    }
}

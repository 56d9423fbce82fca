using Microsoft.OData;

namespace Pooling.Benchmarks.Json.OData;

/// <summary>Writes as <see cref="ODataJson"/> does, each call awaited.</summary>
internal static class AsyncODataJson
{
    internal static async Task WriteStartAsync(IAsyncJsonWriter writer)
    {
        await writer.StartObjectAsync().ConfigureAwait(false);
        await writer.WriteNameAsync("@odata.context").ConfigureAwait(false);
        await writer.WriteValueAsync(CustomerPage.ContextUri).ConfigureAwait(false);
        await writer.WriteNameAsync("value").ConfigureAwait(false);
        await writer.StartArrayAsync().ConfigureAwait(false);
    }

    internal static async Task WriteEndAsync(IAsyncJsonWriter writer)
    {
        await writer.EndArrayAsync().ConfigureAwait(false);
        await writer.EndObjectAsync().ConfigureAwait(false);
        await writer.FlushAsync().ConfigureAwait(false);
    }

    internal static async Task WriteAsync(IAsyncJsonWriter writer, Customer customer)
    {
        await writer.StartObjectAsync().ConfigureAwait(false);
        await writer.WriteNameAsync("Id").ConfigureAwait(false);
        await writer.WriteValueAsync(customer.Id).ConfigureAwait(false);
        await writer.WriteNameAsync("Name").ConfigureAwait(false);
        await writer.WriteValueAsync(customer.Name).ConfigureAwait(false);
        await writer.WriteNameAsync("Emails").ConfigureAwait(false);
        await writer.StartArrayAsync().ConfigureAwait(false);
        foreach (string email in customer.Emails)
            await writer.WriteValueAsync(email).ConfigureAwait(false);

        await writer.EndArrayAsync().ConfigureAwait(false);
        await writer.WriteNameAsync("HomeAddress").ConfigureAwait(false);
        await WriteAsync(writer, customer.HomeAddress).ConfigureAwait(false);
        await writer.WriteNameAsync("Addresses").ConfigureAwait(false);
        await writer.StartArrayAsync().ConfigureAwait(false);
        foreach (Address address in customer.Addresses)
            await WriteAsync(writer, address).ConfigureAwait(false);

        await writer.EndArrayAsync().ConfigureAwait(false);
        await writer.EndObjectAsync().ConfigureAwait(false);
    }

    internal static Task WriteAsync(IAsyncJsonWriter writer, ODataResourceValue resource) => WriteAsync(writer, resource.Properties);

    private static async Task WriteAsync(IAsyncJsonWriter writer, Address address)
    {
        await writer.StartObjectAsync().ConfigureAwait(false);
        await writer.WriteNameAsync("City").ConfigureAwait(false);
        await writer.WriteValueAsync(address.City).ConfigureAwait(false);
        await writer.WriteNameAsync("Street").ConfigureAwait(false);
        await writer.WriteValueAsync(address.Street).ConfigureAwait(false);
        await writer.EndObjectAsync().ConfigureAwait(false);
    }

    private static async Task WriteAsync(IAsyncJsonWriter writer, IEnumerable<ODataProperty> properties)
    {
        await writer.StartObjectAsync().ConfigureAwait(false);
        foreach (ODataProperty property in properties)
        {
            await writer.WriteNameAsync(property.Name).ConfigureAwait(false);
            await WriteAsync(writer, property.Value).ConfigureAwait(false);
        }

        await writer.EndObjectAsync().ConfigureAwait(false);
    }

    private static async Task WriteAsync(IAsyncJsonWriter writer, object value)
    {
        switch (value)
        {
            case string text:
                await writer.WriteValueAsync(text).ConfigureAwait(false);
                break;
            case int number:
                await writer.WriteValueAsync(number).ConfigureAwait(false);
                break;
            case ODataResourceValue resource:
                await WriteAsync(writer, resource.Properties).ConfigureAwait(false);
                break;
            case ODataCollectionValue collection:
                await writer.StartArrayAsync().ConfigureAwait(false);
                foreach (object item in collection.Items)
                    await WriteAsync(writer, item).ConfigureAwait(false);

                await writer.EndArrayAsync().ConfigureAwait(false);
                break;
            default:
                throw new NotSupportedException($"Customers have no {value?.GetType().Name ?? "null"}.");
        }
    }
}

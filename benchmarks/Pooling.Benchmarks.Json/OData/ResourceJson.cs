using Microsoft.OData;
using Microsoft.OData.Json;

namespace Pooling.Benchmarks.Json.OData;

/// <summary>Makes resource objects of customers and writes them with a JSON writer, without OData's message writer.</summary>
internal sealed class ResourceJson<TJson>(TJson json) where TJson : IJsonWriter
{
    private readonly Stack<ODataItem> _open = new();
    private readonly List<ODataItem?> _items = [];

    internal void Write(Customer customer)
    {
        ResourceItems.Fill(_items, customer);
        Write(_items);
    }

    internal void Write(List<ODataItem?> items)
    {
        foreach (ODataItem? item in items)
        {
            if (item is null)
                End(_open.Pop());
            else
                Start(item);
        }
    }

    private void Start(ODataItem item)
    {
        _open.Push(item);
        switch (item)
        {
            case ODataResource resource:
                json.StartObjectScope();
                foreach (ODataProperty property in resource.Properties)
                {
                    json.WriteName(property.Name);
                    WriteValue(property.Value);
                }

                break;
            case ODataNestedResourceInfo info:
                json.WriteName(info.Name);
                break;
            default:
                json.StartArrayScope();
                break;
        }
    }

    private void End(ODataItem item)
    {
        if (item is ODataResource)
            json.EndObjectScope();
        else if (item is ODataResourceSet)
            json.EndArrayScope();
    }

    private void WriteValue(object value)
    {
        switch (value)
        {
            case string text:
                json.WriteValue(text);
                break;
            case int number:
                json.WriteValue(number);
                break;
            case ODataCollectionValue collection:
                json.StartArrayScope();
                foreach (object item in collection.Items)
                    WriteValue(item);

                json.EndArrayScope();
                break;
        }
    }
}

/// <summary>The same, each call awaited.</summary>
internal sealed class AsyncResourceJson(AsyncTextJsonWriter json)
{
    private readonly Stack<ODataItem> _open = new();
    private readonly List<ODataItem?> _items = [];

    internal async Task WriteAsync(Customer customer)
    {
        ResourceItems.Fill(_items, customer);
        foreach (ODataItem? item in _items)
            await (item is null ? EndAsync(_open.Pop()) : StartAsync(item)).ConfigureAwait(false);
    }

    private async Task StartAsync(ODataItem item)
    {
        _open.Push(item);
        switch (item)
        {
            case ODataResource resource:
                await json.StartAsync('{').ConfigureAwait(false);
                foreach (ODataProperty property in resource.Properties)
                {
                    await json.WriteNameAsync(property.Name).ConfigureAwait(false);
                    await WriteValueAsync(property.Value).ConfigureAwait(false);
                }

                break;
            case ODataNestedResourceInfo info:
                await json.WriteNameAsync(info.Name).ConfigureAwait(false);
                break;
            default:
                await json.StartAsync('[').ConfigureAwait(false);
                break;
        }
    }

    private Task EndAsync(ODataItem item) => item switch
    {
        ODataResource => json.EndAsync('}'),
        ODataResourceSet => json.EndAsync(']'),
        _ => Task.CompletedTask,
    };

    private async Task WriteValueAsync(object value)
    {
        switch (value)
        {
            case string text:
                await json.WriteValueAsync(text).ConfigureAwait(false);
                break;
            case int number:
                await json.WriteValueAsync(number).ConfigureAwait(false);
                break;
            case ODataCollectionValue collection:
                await json.StartAsync('[').ConfigureAwait(false);
                foreach (object item in collection.Items)
                    await WriteValueAsync(item).ConfigureAwait(false);

                await json.EndAsync(']').ConfigureAwait(false);
                break;
        }
    }
}

using Microsoft.OData;

namespace Pooling.Benchmarks.Json.OData;

/// <summary>A customer as OData's resource objects, in the order in which its writers take them; null ends what was begun last.</summary>
internal static class ResourceItems
{
    internal static void Fill(List<ODataItem?> items, Customer customer)
    {
        items.Clear();
        items.Add(new ODataResource
        {
            Properties =
            [
                new ODataProperty { Name = "Id", Value = customer.Id },
                new ODataProperty { Name = "Name", Value = customer.Name },
                new ODataProperty
                {
                    Name = "Emails",
                    Value = new ODataCollectionValue { Items = customer.Emails, TypeName = "Collection(Edm.String)" },
                },
            ],
        });
        items.Add(new ODataNestedResourceInfo { Name = "HomeAddress", IsCollection = false });
        items.Add(Create(customer.HomeAddress));
        items.Add(null);
        items.Add(null);
        items.Add(new ODataNestedResourceInfo { Name = "Addresses", IsCollection = true });
        items.Add(new ODataResourceSet());
        foreach (Address address in customer.Addresses)
        {
            items.Add(Create(address));
            items.Add(null);
        }

        items.Add(null);
        items.Add(null);
        items.Add(null);
    }

    private static ODataResource Create(Address address) => new()
    {
        Properties =
        [
            new ODataProperty { Name = "City", Value = address.City },
            new ODataProperty { Name = "Street", Value = address.Street },
        ],
    };
}

/// <summary>Makes resource objects of customers and writes them with a JSON writer, without OData's message writer.</summary>
internal sealed class ResourceJson<TJson>(TJson json) where TJson : IJsonWriter
{
    private readonly Stack<ODataItem> _open = new();
    private readonly List<ODataItem?> _items = [];

    internal void Write(Customer customer)
    {
        ResourceItems.Fill(_items, customer);
        foreach (ODataItem? item in _items)
            Write(item);
    }

    /// <summary>Writes as the other does, and awaits each item.</summary>
    internal async Task WriteAsync(Customer customer)
    {
        ResourceItems.Fill(_items, customer);
        foreach (ODataItem? item in _items)
            await WriteAsync(item).ConfigureAwait(false);
    }

    private Task WriteAsync(ODataItem? item)
    {
        Write(item);
        return Task.CompletedTask;
    }

    private void Write(ODataItem? item)
    {
        switch (item)
        {
            case null:
                End(_open.Pop());
                return;
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

        _open.Push(item);
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

namespace Pooling.Benchmarks.Json.OData;

/// <summary>Writes the export with a JSON writer of OData, without its message writer: by hand, of copies, or of resource
/// objects.</summary>
internal sealed class ODataCustomerWriter(IJsonWriter json, CustomerShape shape)
{
    private readonly Stack<ODataItem> _open = new();
    private readonly List<ODataItem?> _items = [];

    /// <summary>Makes OData's resource objects of a customer, in the order in which its writers take them; null ends what was begun
    /// last.</summary>
    internal static void FillItems(List<ODataItem?> items, Customer customer)
    {
        items.Clear();
        items.Add(CustomerModel.ResourceOf(customer));
        items.Add(new ODataNestedResourceInfo { Name = "HomeAddress", IsCollection = false });
        items.Add(CustomerModel.ResourceOf(customer.HomeAddress));
        items.Add(null);
        items.Add(null);
        items.Add(new ODataNestedResourceInfo { Name = "Addresses", IsCollection = true });
        items.Add(new ODataResourceSet());
        foreach (Address address in customer.Addresses)
        {
            items.Add(CustomerModel.ResourceOf(address));
            items.Add(null);
        }

        items.Add(null);
        items.Add(null);
        items.Add(null);
    }

    internal void Write(CustomerPage page)
    {
        WriteStart(page);
        foreach (Customer customer in page.Value)
            Write(customer);

        WriteEnd();
    }

    internal void WriteStart(CustomerPage page)
    {
        json.StartObjectScope();
        WriteProperty("@odata.context", page.Context);
        json.WriteName("value");
        json.StartArrayScope();
    }

    internal void WriteEnd()
    {
        json.EndArrayScope();
        json.EndObjectScope();
        json.Flush();
    }

    internal void Write(Customer customer)
    {
        if (shape != CustomerShape.Resources)
        {
            WriteByHand(shape == CustomerShape.Cloned ? CustomerWriter.Clone(customer) : customer);
            return;
        }

        FillItems(_items, customer);
        foreach (ODataItem? item in _items)
            Write(item);
    }

    /// <summary>Writes resource objects, and awaits each item.</summary>
    internal async Task WriteAsync(Customer customer)
    {
        FillItems(_items, customer);
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
        if (item is null)
        {
            End(_open.Pop());
            return;
        }

        _open.Push(item);
        if (item is ODataResourceSet)
            json.StartArrayScope();
        else if (item is ODataNestedResourceInfo info)
            json.WriteName(info.Name);
        else
            Start((ODataResource)item);
    }

    private void Start(ODataResource resource)
    {
        json.StartObjectScope();
        foreach (ODataProperty property in resource.Properties)
            WriteProperty(property.Name, property.Value);
    }

    private void End(ODataItem item)
    {
        if (item is ODataResource)
            json.EndObjectScope();
        else if (item is ODataResourceSet)
            json.EndArrayScope();
    }

    private void WriteByHand(Customer customer)
    {
        json.StartObjectScope();
        json.WriteName("Id");
        json.WriteValue(customer.Id);
        WriteProperty("Name", customer.Name);
        json.WriteName("Emails");
        json.StartArrayScope();
        foreach (string email in customer.Emails)
            json.WriteValue(email);

        json.EndArrayScope();
        json.WriteName("HomeAddress");
        WriteByHand(customer.HomeAddress);
        json.WriteName("Addresses");
        json.StartArrayScope();
        foreach (Address address in customer.Addresses)
            WriteByHand(address);

        json.EndArrayScope();
        json.EndObjectScope();
    }

    private void WriteByHand(Address address)
    {
        json.StartObjectScope();
        WriteProperty("City", address.City);
        WriteProperty("Street", address.Street);
        json.EndObjectScope();
    }

    private void WriteProperty(string name, object value)
    {
        json.WriteName(name);
        WriteValue(value);
    }

    private void WriteValue(object value)
    {
        if (value is string text)
            json.WriteValue(text);
        else if (value is int number)
            json.WriteValue(number);
        else
            WriteCollection((ODataCollectionValue)value);
    }

    private void WriteCollection(ODataCollectionValue collection)
    {
        json.StartArrayScope();
        foreach (object item in collection.Items)
            WriteValue(item);

        json.EndArrayScope();
    }
}

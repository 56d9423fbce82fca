namespace Pooling.Benchmarks.Json.OData;

/// <summary>Writes the export with a JSON writer of OData, without its message writer: by hand, from copies, or from resource
/// objects.</summary>
internal sealed class ODataCustomerWriter(IJsonWriter json, CustomerShape shape)
{
    private readonly Stack<ODataItem> _open = new();

    /// <summary>Creates OData's resource objects for a customer, in the order in which its writers take them. A null ends the last started
    /// object.</summary>
    internal static IEnumerable<ODataItem?> ItemsOf(Customer customer)
    {
        yield return CustomerModel.ResourceOf(customer);
        yield return new ODataNestedResourceInfo { Name = "HomeAddress", IsCollection = false };
        yield return CustomerModel.ResourceOf(customer.HomeAddress);
        yield return null;
        yield return null;
        yield return new ODataNestedResourceInfo { Name = "Addresses", IsCollection = true };
        yield return new ODataResourceSet();
        foreach (Address address in customer.Addresses)
        {
            yield return CustomerModel.ResourceOf(address);
            yield return null;
        }

        yield return null;
        yield return null;
        yield return null;
    }

    /// <summary>Writes the export, and awaits its pieces after each customer.</summary>
    internal async Task WriteAsync(CustomerPage page, AwaitedPieces? pieces = null)
    {
        json.StartObjectScope();
        WriteProperty("@odata.context", page.Context);
        json.WriteName("value");
        json.StartArrayScope();
        foreach (Customer customer in page.Value)
        {
            Write(customer);
            await (pieces?.MoveAsync() ?? Task.CompletedTask).ConfigureAwait(false);
        }

        json.EndArrayScope();
        json.EndObjectScope();
        json.Flush();
        await (pieces?.MoveAsync() ?? Task.CompletedTask).ConfigureAwait(false);
    }

    internal void Write(Customer customer)
    {
        if (shape != CustomerShape.Resources)
        {
            WriteByHand(shape == CustomerShape.Cloned ? CustomerWriter.Clone(customer) : customer);
            return;
        }

        foreach (ODataItem? item in ItemsOf(customer))
            Write(item);
    }

    internal Task WriteAsync(ODataItem? item)
    {
        Write(item);
        return Task.CompletedTask;
    }

    private void Write(ODataItem? item)
    {
        ODataItem? ended = item is null ? _open.Pop() : null;
        if (item is not null)
            _open.Push(item);

        if (ended is ODataResource)
            json.EndObjectScope();
        else if (ended is ODataResourceSet)
            json.EndArrayScope();
        else if (item is ODataResourceSet)
            json.StartArrayScope();
        else if (item is ODataNestedResourceInfo info)
            json.WriteName(info.Name);
        else if (item is ODataResource resource)
            Start(resource);
    }

    private void Start(ODataResource resource)
    {
        json.StartObjectScope();
        foreach (ODataProperty property in resource.Properties)
            WriteProperty(property.Name, property.Value);
    }

    private void WriteByHand(Customer customer)
    {
        json.StartObjectScope();
        json.WriteName("Id");
        json.WriteValue(customer.Id);
        WriteProperty("Name", customer.Name);
        json.WriteName("Emails");
        WriteStrings(customer.Emails);
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
        if (value is string text)
            json.WriteValue(text);
        else if (value is int number)
            json.WriteValue(number);
        else
            WriteStrings((string[])((ODataCollectionValue)value).Items);
    }

    private void WriteStrings(string[] texts)
    {
        json.StartArrayScope();
        foreach (string text in texts)
            json.WriteValue(text);

        json.EndArrayScope();
    }
}

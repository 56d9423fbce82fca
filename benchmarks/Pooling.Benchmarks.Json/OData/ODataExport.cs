namespace Pooling.Benchmarks.Json.OData;

/// <summary>The export with OData's JSON writer: by hand, of copies, or of resource objects.</summary>
internal readonly struct ODataExport(IJsonWriter json, CustomerShape shape)
{
    private readonly ResourceJson<IJsonWriter> _resources = new(json);

    internal void Write(CustomerPage page)
    {
        Start();
        foreach (Customer customer in page.Value)
            Write(customer);

        End();
    }

    internal async Task WriteAsync(AwaitedPieces pieces, CustomerPage page)
    {
        Start();
        foreach (Customer customer in page.Value)
        {
            Write(customer);
            await pieces.MoveAsync().ConfigureAwait(false);
        }

        End();
        await pieces.MoveAsync().ConfigureAwait(false);
    }

    private void Start()
    {
        json.StartObjectScope();
        json.WriteName("@odata.context");
        json.WriteValue(CustomerPage.ContextUri);
        json.WriteName("value");
        json.StartArrayScope();
    }

    private void End()
    {
        json.EndArrayScope();
        json.EndObjectScope();
        json.Flush();
    }

    private void Write(Customer customer)
    {
        if (shape == CustomerShape.Resources)
            _resources.Write(customer);
        else
            WriteByHand(shape == CustomerShape.Cloned ? customer.Clone() : customer);
    }

    private void WriteByHand(Customer customer)
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
        json.WriteName("City");
        json.WriteValue(address.City);
        json.WriteName("Street");
        json.WriteValue(address.Street);
        json.EndObjectScope();
    }
}

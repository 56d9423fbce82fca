namespace Pooling.Benchmarks.Json;

/// <summary>Specifies the conversion of each customer before it is written: none, a copy, a rented copy, or OData's resource
/// objects.</summary>
internal enum CustomerShape
{
    Plain,
    Cloned,
    Rented,
    Resources,
}

/// <summary>Writes customers with a <see cref="Utf8JsonWriter"/>, the same way for every contender.</summary>
internal readonly struct CustomerWriter(Utf8JsonWriter json, CustomerShape shape)
{
    private readonly ODataCustomerWriter? _resources =
        shape == CustomerShape.Resources ? new(new Utf8ODataWriter(json), shape) : null;

    /// <summary>Copies a customer like the source: everything except the strings.</summary>
    internal static Customer Clone(Customer customer) => customer with
    {
        Emails = [.. customer.Emails],
        HomeAddress = customer.HomeAddress with { },
        Addresses = Array.ConvertAll(customer.Addresses, static address => address with { }),
    };

    internal void Write(Customer customer)
    {
        if (shape == CustomerShape.Resources)
            _resources!.Write(customer);
        else if (shape == CustomerShape.Rented)
            RentedCustomer.Write(json, customer);
        else
            CustomerJson.WriteCustomer(json, shape == CustomerShape.Cloned ? Clone(customer) : customer);
    }
}

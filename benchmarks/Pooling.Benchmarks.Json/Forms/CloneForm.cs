using System.Text.Json;

namespace Pooling.Benchmarks.Json.Forms;

/// <summary>A copy of the customer, with everything in it but the strings.</summary>
internal readonly struct CloneForm : ICustomerForm
{
    public void Write(Utf8JsonWriter writer, Customer customer) => CustomerWriter.WriteCustomer(writer, Clone(customer));

    private static Customer Clone(Customer customer) => customer with
    {
        Emails = [.. customer.Emails],
        HomeAddress = customer.HomeAddress with { },
        Addresses = [.. customer.Addresses.Select(static address => address with { })],
    };
}

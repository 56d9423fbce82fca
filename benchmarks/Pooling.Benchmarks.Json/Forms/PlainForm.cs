using System.Text.Json;

namespace Pooling.Benchmarks.Json.Forms;

/// <summary>The customer as it is.</summary>
internal readonly struct PlainForm : ICustomerForm
{
    public void Write(Utf8JsonWriter writer, Customer customer) => CustomerWriter.WriteCustomer(writer, customer);
}

using System.Text.Json;

namespace Pooling.Benchmarks.Json.Forms;

/// <summary>What becomes of a customer on its way to the writer.</summary>
internal interface ICustomerForm
{
    void Write(Utf8JsonWriter writer, Customer customer);
}

using System.Text.Json;
using Pooling.Benchmarks.Json.OData;

namespace Pooling.Benchmarks.Json.Forms;

/// <summary>The customer as OData's resource object, made for it.</summary>
internal readonly struct ResourceForm : ICustomerForm
{
    public void Write(Utf8JsonWriter writer, Customer customer) => ResourceJson.Write(writer, CustomerResource.Create(customer));
}

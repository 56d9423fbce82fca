using System.Text.Json;
using Pooling.Benchmarks.Json.OData;
using Pooling.Objects;

namespace Pooling.Benchmarks.Json.Forms;

/// <summary>The customer in a rented resource object, whose properties get new values.</summary>
internal readonly struct PooledResourceForm : ICustomerForm
{
    private static readonly MagazinePool<ReusedResource> s_resources = MagazinePool.Create(
        static () => new ReusedResource(),
        static resource =>
        {
            resource.Clear();
            return true;
        });

    public void Write(Utf8JsonWriter writer, Customer customer)
    {
        ReusedResource resource = s_resources.Get();
        resource.Set(customer);
        ResourceJson.Write(writer, resource.Resource);
        s_resources.Return(resource);
    }
}

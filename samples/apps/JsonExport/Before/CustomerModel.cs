using Microsoft.OData;
using Microsoft.OData.Edm;

namespace Pooling.JsonExport.Before;

/// <summary>The model of customers that OData's writer requires.</summary>
internal sealed class CustomerModel
{
    private const string Namespace = "Exports";

    private static readonly ODataMessageQuotas s_quotas = new() { MaxNestingDepth = 10 };

    public CustomerModel()
    {
        var model = new EdmModel();
        var address = new EdmComplexType(Namespace, "Address");
        address.AddStructuralProperty("City", EdmPrimitiveTypeKind.String);
        address.AddStructuralProperty("Street", EdmPrimitiveTypeKind.String);
        model.AddElement(address);

        var customer = new EdmEntityType(Namespace, "Customer");
        customer.AddKeys(customer.AddStructuralProperty("Id", EdmPrimitiveTypeKind.Int32, isNullable: false));
        customer.AddStructuralProperty("Name", EdmPrimitiveTypeKind.String);
        customer.AddStructuralProperty("Emails",
            new EdmCollectionTypeReference(new EdmCollectionType(EdmCoreModel.Instance.GetString(isNullable: false))));
        customer.AddStructuralProperty("HomeAddress", new EdmComplexTypeReference(address, isNullable: false));
        customer.AddStructuralProperty("Addresses",
            new EdmCollectionTypeReference(new EdmCollectionType(new EdmComplexTypeReference(address, isNullable: false))));
        model.AddElement(customer);

        var container = new EdmEntityContainer(Namespace, "Container");
        Customers = container.AddEntitySet("Customers", customer);
        model.AddElement(container);
        Model = model;
        Customer = customer;
    }

    public IEdmModel Model { get; }

    public IEdmEntitySet Customers { get; }

    public IEdmEntityType Customer { get; }

    public ODataMessageWriterSettings CreateSettings()
    {
        var settings = new ODataMessageWriterSettings
        {
            Version = ODataVersion.V4,
            BaseUri = new Uri(CustomerPage.ServiceRoot),
            EnableMessageStreamDisposal = false,
            MessageQuotas = s_quotas,
            ODataUri = new ODataUri { ServiceRoot = new Uri(CustomerPage.ServiceRoot) },
        };
        settings.SetContentType(ODataFormat.Json);
        return settings;
    }

    public static ODataResource ResourceOf(Customer customer) => new()
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
    };

    public static ODataResource ResourceOf(Address address) => new()
    {
        Properties =
        [
            new ODataProperty { Name = "City", Value = address.City },
            new ODataProperty { Name = "Street", Value = address.Street },
        ],
    };
}

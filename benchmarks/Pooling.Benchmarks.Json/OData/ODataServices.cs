using Microsoft.OData;

namespace Pooling.Benchmarks.Json.OData;

/// <summary>The container that OData asks for its parts, as small as can be: one instance of each.</summary>
internal sealed class ODataServices : IContainerBuilder, IServiceProvider
{
    private readonly Dictionary<Type, Func<IServiceProvider, object>> _factories = [];
    private readonly Dictionary<Type, object> _instances = [];

    internal ODataServices() => this.AddDefaultODataServices();

    public IContainerBuilder AddService(ServiceLifetime lifetime, Type serviceType, Type implementationType) =>
        AddService(lifetime, serviceType, services => Create(services, implementationType));

    public IContainerBuilder AddService(ServiceLifetime lifetime, Type serviceType, Func<IServiceProvider, object> implementationFactory)
    {
        _factories[serviceType] = implementationFactory;
        return this;
    }

    public IServiceProvider BuildContainer() => this;

    public object? GetService(Type serviceType)
    {
        if (serviceType == typeof(IServiceProvider))
            return this;

        if (!_instances.TryGetValue(serviceType, out object? instance)
            && _factories.TryGetValue(serviceType, out Func<IServiceProvider, object>? create))
        {
            _instances[serviceType] = instance = create(this);
        }

        return instance;
    }

    internal ODataServices With<T>(T service) where T : class
    {
        _instances[typeof(T)] = service;
        return this;
    }

    private static object Create(IServiceProvider services, Type type)
    {
        System.Reflection.ConstructorInfo constructor = type.GetConstructors().MinBy(static candidate => candidate.GetParameters().Length)!;
        return constructor.Invoke([.. constructor.GetParameters().Select(parameter => services.GetService(parameter.ParameterType))]);
    }
}

using System.Reflection;
using System.Text;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using Pooling.Buffers;
using Pooling.Json;
using Pooling.Objects;

namespace Pooling.Binding;

/// <summary>Tests that every option class can be read from a JSON file, in each way that hosts support.</summary>
public sealed class OptionsBindingTests
{
    // As a method group, a binder is not replaced by generated code.
    private static readonly Func<IConfiguration, Type, object?> s_reflect = ConfigurationBinder.Get;

    private static readonly Dictionary<Type, OptionsCase> s_cases = new OptionsCase[]
    {
        new(
            typeof(PoolOptions),
            """{ "Name": "orders", "MaxRetained": 70, "MaxRetainedPerThread": 7, "TrimAfter": "00:00:42" }""",
            static section => section.Get<PoolOptions>(),
            static section => Configured<PoolOptions>(services => services.Configure<PoolOptions>(section)),
            static () => Configured<PoolOptions>(static services => services.Configure<PoolOptions>(static o =>
                (o.Name, o.MaxRetained, o.MaxRetainedPerThread, o.TrimAfter) = ("orders", 70, 7, TimeSpan.FromSeconds(42))))),
        new(
            typeof(BufferWriterPoolOptions),
            """
            {
              "Name": "frames", "InitialCapacity": 11, "MaxCapacity": 12, "MaxRetained": 13, "MaxRetainedCapacity": 14, "MaxRetainedBytes": 15,
              "ClearOnReturn": true, "TrimAfter": "00:00:42"
            }
            """,
            static section => section.Get<BufferWriterPoolOptions>(),
            static section => Configured<BufferWriterPoolOptions>(services => services.Configure<BufferWriterPoolOptions>(section)),
            static () => Configured<BufferWriterPoolOptions>(static services => services.Configure<BufferWriterPoolOptions>(static o =>
            {
                (o.Name, o.InitialCapacity, o.MaxCapacity, o.MaxRetained) = ("frames", 11, 12, 13);
                (o.MaxRetainedCapacity, o.MaxRetainedBytes, o.ClearOnReturn, o.TrimAfter) = (14, 15, true, TimeSpan.FromSeconds(42));
            }))),
        new(
            typeof(Utf8JsonWriterPoolOptions),
            """
            {
              "Name": "documents", "MaxCapacity": 12, "MaxRetained": 13, "MaxRetainedCapacity": 14, "MaxRetainedBytes": 15, "ClearOnReturn": true,
              "TrimAfter": "00:00:42"
            }
            """,
            static section => section.Get<Utf8JsonWriterPoolOptions>(),
            static section => Configured<Utf8JsonWriterPoolOptions>(services => services.Configure<Utf8JsonWriterPoolOptions>(section)),
            static () => Configured<Utf8JsonWriterPoolOptions>(static services => services.Configure<Utf8JsonWriterPoolOptions>(static o =>
            {
                (o.Name, o.MaxCapacity, o.MaxRetained, o.MaxRetainedCapacity) = ("documents", 12, 13, 14);
                (o.MaxRetainedBytes, o.ClearOnReturn, o.TrimAfter) = (15, true, TimeSpan.FromSeconds(42));
            }))),
        new(
            typeof(MagazineMemoryPoolOptions),
            """
            {
              "Name": "blocks", "BlockSize": 11, "MaxRetained": 13, "MaxRetainedCapacity": 14, "MaxRetainedBytes": 15, "ClearOnReturn": true,
              "TrimAfter": "00:00:42"
            }
            """,
            static section => section.Get<MagazineMemoryPoolOptions>(),
            static section => Configured<MagazineMemoryPoolOptions>(services => services.Configure<MagazineMemoryPoolOptions>(section)),
            static () => Configured<MagazineMemoryPoolOptions>(static services => services.Configure<MagazineMemoryPoolOptions>(static o =>
            {
                (o.Name, o.BlockSize, o.MaxRetained, o.MaxRetainedCapacity) = ("blocks", 11, 13, 14);
                (o.MaxRetainedBytes, o.ClearOnReturn, o.TrimAfter) = (15, true, TimeSpan.FromSeconds(42));
            }))),
        new(
            typeof(BufferWriterOptions),
            """{ "InitialCapacity": 11, "MaxCapacity": 12, "ClearOnReturn": true }""",
            static section => section.Get<BufferWriterOptions>(),
            static section =>
                Configured<BufferWriterOptions>(services => services.Configure<BufferWriterOptions>(section)),
            static () =>
                Configured<BufferWriterOptions>(static services => services.Configure<BufferWriterOptions>(static o =>
                    (o.InitialCapacity, o.MaxCapacity, o.ClearOnReturn) = (11, 12, true)))),
    }.ToDictionary(static one => one.Type);

    public static TheoryData<Type> Types => [.. s_cases.Keys];

    public static TheoryData<Type, string, string> BadValues => new()
    {
        { typeof(PoolOptions), "MaxRetainedPerThread", "-1" },
        { typeof(PoolOptions), "MaxRetained", "-1" },
        { typeof(PoolOptions), "TrimAfter", "-00:00:07" },
        { typeof(BufferWriterPoolOptions), "InitialCapacity", "-1" },
        { typeof(BufferWriterPoolOptions), "MaxCapacity", "0" },
        { typeof(BufferWriterPoolOptions), "MaxRetained", "-1" },
        { typeof(BufferWriterPoolOptions), "MaxRetainedCapacity", "-1" },
        { typeof(BufferWriterPoolOptions), "MaxRetainedBytes", "-1" },
        { typeof(BufferWriterPoolOptions), "TrimAfter", "-00:00:07" },
        { typeof(Utf8JsonWriterPoolOptions), "MaxCapacity", "0" },
        { typeof(Utf8JsonWriterPoolOptions), "MaxRetained", "-1" },
        { typeof(Utf8JsonWriterPoolOptions), "MaxRetainedCapacity", "-1" },
        { typeof(Utf8JsonWriterPoolOptions), "MaxRetainedBytes", "-1" },
        { typeof(Utf8JsonWriterPoolOptions), "TrimAfter", "-00:00:07" },
        { typeof(MagazineMemoryPoolOptions), "BlockSize", "0" },
        { typeof(MagazineMemoryPoolOptions), "MaxRetained", "-1" },
        { typeof(MagazineMemoryPoolOptions), "MaxRetainedCapacity", "-1" },
        { typeof(MagazineMemoryPoolOptions), "MaxRetainedBytes", "-1" },
        { typeof(MagazineMemoryPoolOptions), "TrimAfter", "-00:00:07" },
        { typeof(BufferWriterOptions), "InitialCapacity", "-1" },
        { typeof(BufferWriterOptions), "MaxCapacity", "0" },
    };

    /// <summary>Checks that this test covers all option classes.</summary>
    [Fact]
    public void Types_AreAllOptionClasses() => Assert.Equal(
        typeof(MagazinePool).Assembly.GetExportedTypes()
            .Where(static type => !type.IsAbstract
                && type.Name.Split('`')[0].EndsWith("Options", StringComparison.Ordinal))
            .Select(static type => type.Name).Order(),
        s_cases.Keys.Select(static type => type.Name).Order());

    [Fact]
    public void Binder_OfThisProject_IsGenerated() =>
        Assert.Contains(Assembly.GetExecutingAssembly().GetTypes(),
            static type => type.Namespace == "Microsoft.Extensions.Configuration.Binder.SourceGeneration");

    [Theory]
    [MemberData(nameof(Types))]
    public void Bind_EveryProperty_IsReadBack(Type type)
    {
        OptionsCase one = s_cases[type];
        IConfiguration section = Read(one.Json);
        string[] written = [.. section.GetChildren().Select(static child => child.Key).Order(StringComparer.Ordinal)];
        PropertyInfo[] properties = [.. type.GetProperties()
            .Where(static property => !typeof(Delegate).IsAssignableFrom(property.PropertyType))];
        Assert.Equal(properties.Select(static property => property.Name).Order(StringComparer.Ordinal), written);
        object fresh = Activator.CreateInstance(type)!;
        object code = one.Code();

        foreach (object bound in new[] { s_reflect(section, type)!, one.Generated(section)!, one.Configured(section), code })
        {
            Assert.Equal(type, bound.GetType());
            foreach (PropertyInfo property in properties)
            {
                Assert.NotEqual(property.GetValue(fresh), property.GetValue(bound)); // no value equals the default
                Assert.Equal(property.GetValue(code), property.GetValue(bound));
            }
        }
    }

    [Theory]
    [MemberData(nameof(BadValues))]
    public void Bind_ABadValue_NamesKeyValueAndLimit(Type type, string property, string value)
    {
        OptionsCase one = s_cases[type];
        PropertyInfo target = type.GetProperty(property)!;
        IConfiguration section = Read($$"""{ "{{property}}": "{{value}}" }""");
        object bad = Convert(value, Nullable.GetUnderlyingType(target.PropertyType) ?? target.PropertyType);
        string message = Innermost(() => target.SetValue(Activator.CreateInstance(type), bad)).Message;

        Assert.StartsWith($"{property} ('{value}') must be ", message, StringComparison.Ordinal);
        Assert.Equal(message, Innermost(() => s_reflect(section, type)).Message); // inside a TargetInvocationException
        Assert.Equal(message, Assert.Throws<ArgumentOutOfRangeException>(property, () => one.Generated(section)).Message);
        Assert.Equal(message, Assert.Throws<ArgumentOutOfRangeException>(property, () => one.Configured(section)).Message);
    }

    [Theory]
    [InlineData(typeof(PoolOptions))]
    [InlineData(typeof(BufferWriterPoolOptions))]
    [InlineData(typeof(Utf8JsonWriterPoolOptions))]
    [InlineData(typeof(MagazineMemoryPoolOptions))]
    public void Bind_AnEmptyName_IsRefused(Type type)
    {
        IConfiguration section = Read("""{ "Name": "" }""");

        Assert.Contains("must not be empty", Innermost(() => s_reflect(section, type)).Message, StringComparison.Ordinal);
        Assert.Contains("must not be empty", Innermost(() => s_cases[type].Generated(section)).Message, StringComparison.Ordinal);
    }

    private static T Configured<T>(Action<IServiceCollection> configure) where T : class
    {
        var services = new ServiceCollection();
        configure(services);
        using ServiceProvider provider = services.BuildServiceProvider();
        return provider.GetRequiredService<IOptions<T>>().Value;
    }

    private static IConfigurationRoot Read(string json) =>
        new ConfigurationBuilder().AddJsonStream(new MemoryStream(Encoding.UTF8.GetBytes(json))).Build();

    private static object Convert(string value, Type type) => type == typeof(TimeSpan)
        ? TimeSpan.Parse(value, System.Globalization.CultureInfo.InvariantCulture)
        : System.Convert.ChangeType(value, type, System.Globalization.CultureInfo.InvariantCulture);

    private static Exception Innermost(Action action) => Assert.ThrowsAny<Exception>(action).GetBaseException();

    private static Exception Innermost(Func<object?> action) => Assert.ThrowsAny<Exception>(action).GetBaseException();

    /// <param name="Type">The option class.</param>
    /// <param name="Json">A value for each of its properties that a file can contain.</param>
    /// <param name="Generated">Binds with generated code.</param>
    /// <param name="Configured">Binds through <c>services.Configure&lt;T&gt;(section)</c>.</param>
    /// <param name="Code">Sets the same values with <c>services.Configure&lt;T&gt;(o => …)</c>.</param>
    private sealed record OptionsCase(
        Type Type, string Json, Func<IConfiguration, object?> Generated, Func<IConfiguration, object> Configured, Func<object> Code);
}

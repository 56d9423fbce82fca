using System.Reflection;
using System.Text;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.ObjectPool;
using Microsoft.Extensions.Options;
using Pooling.Buffers;
using Pooling.Json;
using Pooling.Objects;

namespace Pooling.Extensions;

/// <content>Tests what a bad configuration says when the host starts.</content>
public sealed partial class PoolingServiceCollectionExtensionsTests
{
    public static TheoryData<string, string> BadSettings => new()
    {
        {
            """{ "BufferWriters": { "shipper": { "MaxRetainedBytes": -5 } } }""",
            "Pooling:BufferWriters:shipper:MaxRetainedBytes is -5: it must be a non-negative value."
        },
        {
            """{ "BufferWriters": { "Default": { "MaxCapacity": 0 } } }""",
            "Pooling:BufferWriters:Default:MaxCapacity is 0: it must be greater than or equal to '1'."
        },
        {
            """{ "JsonWriters": { "answers": { "MaxRetained": "many" } } }""",
            "Pooling:JsonWriters:answers:MaxRetained is many: it must be a whole number of at most 2147483647."
        },
        {
            """{ "BufferWriters": { "shipper": { "MaxRetainedBytes": "64 MB" } } }""",
            "Pooling:BufferWriters:shipper:MaxRetainedBytes is 64 MB: it must be a whole number of at most 9223372036854775807, "
                + "or null for no limit."
        },
        {
            """{ "BufferWriters": { "shipper": { "MaxRetained": 3000000000 } } }""",
            "Pooling:BufferWriters:shipper:MaxRetained is 3000000000: it must be a whole number of at most 2147483647."
        },
        {
            """{ "Memory": { "TrimAfter": 10 } }""",
            "Pooling:Memory:TrimAfter is 10: it must be a time, such as 00:00:10, or 1.00:00:00 for a day."
        },
        {
            """{ "Memory": { "TrimAfter": "24:00:00" } }""", // .NET reads it as 24 days
            "Pooling:Memory:TrimAfter is 24:00:00: it must be a time, such as 00:00:10, or 1.00:00:00 for a day."
        },
        {
            """{ "Memory": { "ClearOnReturn": "yes" } }""",
            "Pooling:Memory:ClearOnReturn is yes: it must be true or false."
        },
        {
            """{ "Objects": { "Name": "" } }""",
            "Pooling:Objects:Name is empty: The name of a pool must not be empty. Use null to name the pool after its item type."
        },
        {
            """{ "Objects": { "MaxRetained": null } }""",
            "Pooling:Objects:MaxRetained is empty: it must be a whole number of at most 2147483647."
        },
        {
            """{ "Objects": { "MaxRetaind": 5 } }""",
            "Pooling:Objects:MaxRetaind is unknown: the keys here are Name, MaxRetained, MaxRetainedPerThread, TrimAfter."
        },
        {
            """{ "BufferWriters": { "shipper": { "maxretaind": 5 } } }""",
            "Pooling:BufferWriters:shipper:maxretaind is unknown: the keys here are Name, InitialCapacity, MaxCapacity, MaxRetained, "
                + "MaxRetainedCapacity, MaxRetainedBytes, ClearOnReturn, TrimAfter."
        },
        {
            """{ "BufferWriter": { "shipper": { } } }""",
            "Pooling:BufferWriter is unknown: the keys here are Objects, ObjectPools, BufferWriters, JsonWriters, "
                + "Memory, Kestrel."
        },
        {
            """{ "BufferWriters": { "MaxRetained": 5 } }""",
            "Pooling:BufferWriters:MaxRetained is 5: the keys here are names of pools. The options of the pool without a name are in "
                + "Pooling:BufferWriters:Default."
        },
        {
            """{ "Memory": 5 }""",
            "Pooling:Memory is 5: it must be a section, with Name, BlockSize, MaxRetained, MaxRetainedCapacity, MaxRetainedBytes, "
                + "ClearOnReturn, TrimAfter."
        },
        { """{ "JsonWriters": 5 }""", "Pooling:JsonWriters is 5: it must be a section, with a section for each pool." },
        { """{ "Objects": { "MaxRetained": { "Value": 5 } } }""", "Pooling:Objects:MaxRetained is a section: it must be one value." },
        { """{ "Kestrel": "maybe" }""", "Pooling:Kestrel is maybe: it must be true or false." },
        { """{ "Kestrel": { } }""", "Pooling:Kestrel is empty: it must be true or false." },
        { """{ "Kestrel": { "Enabled": true } }""", "Pooling:Kestrel is a section: it must be true or false." },
        {
            "5",
            "Pooling is 5: it must be a section, with Objects, ObjectPools, BufferWriters, JsonWriters, Memory, "
                + "Kestrel."
        },
    };

    [Theory]
    [MemberData(nameof(BadSettings))]
    public async Task Host_WithABadSetting_DoesNotStart(string settings, string message)
    {
        using IHost host = Build(settings);

        OptionsValidationException exception = await Assert.ThrowsAsync<OptionsValidationException>(() => host.StartAsync());
        Assert.Equal(message, exception.Message);
    }

    /// <summary>Checks that a later change of any section has no effect, also on pools that nobody has asked for
    /// yet.</summary>
    [Fact]
    public async Task Pools_AfterABadChangeOfAllSections_HaveTheOptionsOfTheStart()
    {
        string[] sections =
        [
            "Objects", "ObjectPools:lines", "BufferWriters:Default", "BufferWriters:shipper", "JsonWriters:Default",
            "JsonWriters:x", "Memory",
        ];
        HostApplicationBuilder builder = Host.CreateEmptyApplicationBuilder(null);
        builder.Logging.ClearProviders();
        builder.Configuration.AddInMemoryCollection(
            sections.Select(static one => KeyValuePair.Create<string, string?>($"Pooling:{one}:MaxRetained", "10")));
        builder.Services.AddPooling(builder.Configuration.GetSection("Pooling"))
            .AddObjectPool(static (_, options) => LeasePool.Create<StringBuilder>(options), name: "lines");
        using IHost host = builder.Build();
        await host.StartAsync();
        foreach (string section in sections)
            builder.Configuration[$"Pooling:{section}:MaxRetained"] = "-1";

        IServiceProvider services = host.Services;
        Assert.NotNull(services.GetService<ObjectPoolProvider>());
        Assert.NotNull(services.GetKeyedService<LeasePool<StringBuilder>>("lines"));
        Assert.NotNull(services.GetService<BufferWriterPool>());
        Assert.NotNull(services.GetKeyedService<BufferWriterPool>("shipper"));
        Assert.NotNull(services.GetService<Utf8JsonWriterPool>());
        Assert.NotNull(services.GetKeyedService<Utf8JsonWriterPool>("x"));
        Assert.NotNull(services.GetService<MagazineMemoryPool>());
        CheckServerMemory(services);
    }

    /// <summary>Rents as a server does that takes its memory from the services.</summary>
    static partial void CheckServerMemory(IServiceProvider services);

    [Fact]
    public async Task Host_WithSeveralBadSettingsOfAPool_NamesAll()
    {
        using IHost host = Build("""{ "BufferWriters": { "shipper": { "MaxRetained": -1, "MaxCapacity": 0, "Limit": 1 } } }""");

        OptionsValidationException exception = await Assert.ThrowsAsync<OptionsValidationException>(() => host.StartAsync());
        Assert.Equal(
            ["Limit is unknown", "MaxCapacity is 0", "MaxRetained is -1"],
            exception.Failures.Select(static failure => failure["Pooling:BufferWriters:shipper:".Length..].Split(':')[0]));
    }

    [Fact]
    public async Task Host_WithBadSettingsOfSeveralPools_NamesAll()
    {
        using IHost host = Build("""{ "Memory": { "BlockSize": 0 }, "Objects": { "MaxRetained": -1 }, "Typo": 1 }""");

        AggregateException exception = await Assert.ThrowsAsync<AggregateException>(() => host.StartAsync());
        Assert.Equal(
            ["Pooling:Memory:BlockSize", "Pooling:Objects:MaxRetained", "Pooling:Typo"],
            exception.InnerExceptions.Select(static one => one.Message.Split(' ')[0]).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Pool_WithABadSettingAndWithoutAHost_IsNotCreated()
    {
        using ServiceProvider services = Provide("""{ "Pooling": { "BufferWriters": { "shipper": { "MaxRetained": -1 } } } }""");

        Assert.NotNull(services.GetRequiredService<BufferWriterPool>());
        Assert.Throws<OptionsValidationException>(() => services.GetRequiredKeyedService<BufferWriterPool>("shipper"));
    }

    /// <summary>Checks that each property of the options has a key, of its own type: a property that is added later must get one.</summary>
    [Theory]
    [InlineData("Objects", typeof(PoolOptions))]
    [InlineData("BufferWriters:Default", typeof(BufferWriterPoolOptions))]
    [InlineData("BufferWriters:shipper", typeof(BufferWriterPoolOptions))]
    [InlineData("JsonWriters:Default", typeof(Utf8JsonWriterPoolOptions))]
    [InlineData("Memory", typeof(MagazineMemoryPoolOptions))]
    public async Task Keys_OfASection_AreTheProperties(string path, Type type)
    {
        PropertyInfo[] properties = [.. type.GetProperties().Where(static property => property.CanWrite)];
        Assert.NotEmpty(properties);
        await using TestServer server = await TestServer.StartAsync(
            static _ => { }, null, [.. properties.Select(property => ($"Pooling:{path}:{property.Name}", (string?)ValueOf(property)))]);

        object options = Options(server.Services, type, path is "BufferWriters:shipper" ? "shipper" : "");
        foreach (PropertyInfo property in properties)
            Assert.Equal(ValueOf(property), Invariant(property.GetValue(options)));
    }

    private static object Options(IServiceProvider services, Type type, string name)
    {
        Type monitor = typeof(IOptionsMonitor<>).MakeGenericType(type);
        return monitor.GetMethod("Get")!.Invoke(services.GetRequiredService(monitor), [name])!;
    }

    // No value is a default.
    private static string ValueOf(PropertyInfo property) => property.PropertyType.Name switch
    {
        nameof(String) => "pool",
        nameof(Boolean) => "True",
        nameof(TimeSpan) => "00:00:42",
        _ => "4242",
    };

    private static string? Invariant(object? value) => Convert.ToString(value, System.Globalization.CultureInfo.InvariantCulture);

    private static IHost Build(string settings)
    {
        HostApplicationBuilder builder = Host.CreateEmptyApplicationBuilder(null);
        builder.Services.AddPooling(Read($$"""{ "Pooling": {{settings}} }""").GetSection("Pooling"));
        return builder.Build();
    }
}

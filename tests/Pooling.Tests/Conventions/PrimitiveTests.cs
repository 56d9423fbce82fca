using System.Reflection;

namespace Pooling.Conventions;

/// <summary>A primitive has one name everywhere: its file, its tests, its benchmarks and its page.</summary>
public sealed class PrimitiveTests
{
    /// <summary>Handles are measured and explained with what hands them out.</summary>
    private static readonly Dictionary<string, string> s_shownWith = new()
    {
        ["PooledLease"] = "LeasePool",
        ["PooledUtf8JsonWriter"] = "Utf8JsonWriterPool",
        ["PooledBufferPool"] = "PooledArrayBufferWriter",
    };

    public static TheoryData<string, string> Primitives
    {
        get
        {
            TheoryData<string, string> data = [];
            foreach ((string room, string name) in LibraryTypes.Primitives)
                data.Add(room, name);

            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Primitives))]
    public void Primitive_HasTests(string room, string name)
    {
        Type? tests = typeof(PrimitiveTests).Assembly.GetType($"Pooling.{room}.{name}Tests");

        Assert.True(tests is not null, $"No class Pooling.{room}.{name}Tests.");
        Assert.Contains(tests.GetMethods(), method => method.GetCustomAttribute<FactAttribute>() is not null);
    }

    [Theory]
    [MemberData(nameof(Primitives))]
    public void Primitive_HasBenchmarks(string room, string name)
    {
        string shown = s_shownWith.GetValueOrDefault(name, name);
        string file = RepositoryTree.PathOf("benchmarks", $"Pooling.Benchmarks.{room}", $"{shown}Benchmarks.cs");

        Assert.True(File.Exists(file), $"No {file}.");
        Assert.Contains($"class {shown}Benchmarks", File.ReadAllText(file));
    }

    [Theory]
    [MemberData(nameof(Primitives))]
    public void Primitive_HasAPage(string room, string name)
    {
        string shown = s_shownWith.GetValueOrDefault(name, name);
        string file = RepositoryTree.PathOf("docs", "primitives", $"{shown}.md");

        Assert.True(File.Exists(file), $"{room}: no {file}.");
        Assert.StartsWith($"# {shown}", File.ReadAllText(file));
    }
}

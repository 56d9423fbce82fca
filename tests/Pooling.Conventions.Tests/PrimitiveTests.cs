namespace Pooling.Conventions;

/// <summary>Tests that the file, the tests, the benchmarks and the page of a primitive have its name.</summary>
public sealed class PrimitiveTests
{
    /// <summary>The primitives that are measured with others: a lease costs as much as its pool, and the output of a writer as much as the
    /// writer.</summary>
    private static readonly Dictionary<string, string> s_measuredWith = new()
    {
        ["LeasePool"] = "MagazinePool",
        ["PooledLease"] = "MagazinePool",
        ["EncodeablePool"] = "PooledScope",
        ["BufferReservation"] = "BufferWriterExtensions",
        ["PooledAsyncUtf8JsonWriter"] = "PooledUtf8JsonWriter",
        ["IPooledEncodeable"] = "PooledScope",
        ["PooledSequence"] = "SegmentedBufferWriter",
        ["SequenceReaderExtensions"] = "BufferReader",
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
        string[] files = Directory.GetFiles(RepositoryTree.PathOf("tests", "Pooling.Tests", room), $"{name}Tests*.cs");
        string source = string.Concat(files.Select(File.ReadAllText));

        Assert.Matches($@"public sealed (partial )?class {name}Tests\b", source);
        Assert.Matches(@"\[(Fact|Theory)\b", source);
    }

    [Theory]
    [MemberData(nameof(Primitives))]
    public void Primitive_HasBenchmarks(string room, string name)
    {
        string measured = s_measuredWith.GetValueOrDefault(name, name);
        string file = RepositoryTree.PathOf("benchmarks", $"Pooling.Benchmarks.{room}", $"{measured}Benchmarks.cs");

        Assert.True(File.Exists(file), $"No {file}.");
        Assert.Contains($"class {measured}Benchmarks", File.ReadAllText(file));
    }

    [Theory]
    [MemberData(nameof(Primitives))]
    public void Primitive_HasAPage(string room, string name)
    {
        string file = RepositoryTree.PathOf("docs", "primitives", $"{name}.md");

        Assert.True(File.Exists(file), $"{room}: no {file}.");
        Assert.StartsWith($"# {name}", File.ReadAllText(file));
    }
}

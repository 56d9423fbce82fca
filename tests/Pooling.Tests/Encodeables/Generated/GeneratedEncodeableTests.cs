using System.Reflection;
using Pooling.Doubles;

namespace Pooling.Encodeables.Generated;

/// <summary>Tests the output of the generator at run time.</summary>
public sealed partial class GeneratedEncodeableTests
{
    private static readonly int s_graphs = TestRounds.Of(200);

    private static readonly Type[] s_classes =
    [
        typeof(Point), typeof(Signal), typeof(DataFrame), typeof(SignedFrame), typeof(Choice), typeof(Packet), typeof(Table),
        typeof(SignedTable), typeof(Branch), typeof(Leaf), typeof(VeinedLeaf), typeof(Nesting<int>.Cell<string>),
        typeof(Nesting<long>.Cell<double>),
    ];

    public static TheoryData<Type> Classes => [.. s_classes];

    [Theory]
    [MemberData(nameof(Classes))]
    public void Reset_OfRandomGraphs_EqualsAFreshInstance(Type type)
    {
        EncodeablePool activator = ActivatorOf(type);
        long inUse = InUse();
        for (int seed = 0; seed < s_graphs; seed++)
        {
            IPooledEncodeable item = activator.RentUnchecked();
            new RandomFill(new Random(seed)).Fill(item);

            Assert.True(activator.TryReturn(item));

            string[] differences = [.. Comparison.Differences(item, System.Activator.CreateInstance(type), type.Name)];
            Assert.True(differences.Length == 0, $"After graph {seed}:\n{string.Join("\n", differences)}");
            Assert.Equal(inUse, InUse()); // nested objects are returned, too
        }
    }

    [Theory]
    [MemberData(nameof(Classes))]
    public void Fill_OfRandomGraphs_ChangesEveryMember(Type type)
    {
        // Otherwise the test above would prove nothing.
        HashSet<string> unchanged = [.. Members(type)
            .Where(static name => !name.Contains("_gate") && !name.Contains("_size") && !name.Contains("Changed"))];
        for (int seed = 0; seed < s_graphs && unchanged.Count > 0; seed++)
        {
            object item = System.Activator.CreateInstance(type)!;
            new RandomFill(new Random(seed)).Fill(item);
            foreach (string difference in Comparison.Differences(item, System.Activator.CreateInstance(type)))
                unchanged.RemoveWhere(name => difference.StartsWith("." + name, StringComparison.Ordinal));
        }

        Assert.Empty(unchanged);
    }

    /// <summary>Runs a test that expects to get back what it has returned. A trim of one of its pools, before or meanwhile, takes kept
    /// objects away once: the test runs again if there was one, as on a machine so slow that the class takes longer than the
    /// interval.</summary>
    private static void WithTrims(Action test, params EncodeablePool[] pools)
    {
        for (int attempt = 1; ; attempt++)
        {
            try
            {
                test();
                return;
            }
            catch (Exception) when (attempt < 3 && pools.Any(static pool => pool.Store.Trims > 0))
            {
            }
        }
    }

    private static long InUse() => s_classes.Sum(static type => ActivatorOf(type).GetStatistics().InUse);

    private static IEnumerable<string> Members(Type type) => StoredFields.Of(type).Select(static field => field.Name);

    private static EncodeablePool ActivatorOf(Type type) =>
        (EncodeablePool)type.GetProperty("Pool", BindingFlags.Public | BindingFlags.Static | BindingFlags.DeclaredOnly)!.GetValue(null)!;
}

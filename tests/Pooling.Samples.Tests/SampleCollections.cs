using Xunit.v3;

[assembly: CollectionBehavior(typeof(Pooling.Samples.SampleCollections))]

namespace Pooling.Samples;

/// <summary>Runs the tests of different samples beside each other, because most wait for sockets and clocks. Those of
/// one sample run one by one: they may share its pools.</summary>
public sealed class SampleCollections(IXunitTestAssembly assembly) : TestCollectionFactoryBase(assembly)
{
    private readonly Dictionary<string, IXunitTestCollection> _bySample = [];

    public override string DisplayName => "a collection for each sample";

    protected override IXunitTestCollection GetDefaultTestCollection(Type testClass)
    {
        string sample = testClass.Namespace!;
        lock (_bySample)
        {
            if (!_bySample.TryGetValue(sample, out IXunitTestCollection? collection))
            {
                collection = new XunitTestCollection(
                    TestAssembly, collectionDefinition: null, disableParallelization: false, sample);
                _bySample.Add(sample, collection);
            }

            return collection;
        }
    }
}

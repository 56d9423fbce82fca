namespace Pooling.Analyzers.Usage;

/// <summary>Classes of methods that are correct, and unusual.</summary>
internal static partial class CorrectCode
{
    /// <summary>Gets the classes by their kind.</summary>
    internal static IReadOnlyDictionary<string, string> All { get; } = new Dictionary<string, string>
    {
        [nameof(Queues)] = Queues,
        [nameof(MoreQueues)] = MoreQueues,
        [nameof(Items)] = Items,
        [nameof(Lambdas)] = Lambdas,
        [nameof(MoreLambdas)] = MoreLambdas,
        [nameof(Contents)] = Contents,
        [nameof(MoreContents)] = MoreContents,
        [nameof(Json)] = Json,
        [nameof(Parts)] = Parts,
        [nameof(Extra)] = Extra,
        [nameof(Paths)] = Paths,
        [nameof(MorePaths)] = MorePaths,
        [nameof(Loops)] = Loops,
    };
}

using Pooling.Buffers;

namespace Pooling.Json;

/// <content>What its buffer takes of the pool's bytes.</content>
internal sealed partial class JsonOutput
{
    private sealed class OutputCharge(ByteBudget budget, JsonOutput owner) : ArrayCharge(budget)
    {
        protected override bool IsOwnerIdle => owner._state == JsonOutputState.Idle;
    }
}

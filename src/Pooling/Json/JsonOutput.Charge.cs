using Pooling.Buffers;

namespace Pooling.Json;

/// <content>What the buffer charges to the pool's budget.</content>
internal sealed partial class JsonOutput
{
    private sealed class OutputCharge(ByteBudget budget, JsonOutput owner) : ArrayCharge(budget)
    {
        protected override bool IsOwnerIdle => owner._state == JsonOutputState.Idle;
    }
}

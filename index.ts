export { RcsPromotionApi } from './credentials/RcsPromotionApi.credentials';
export { RcsPromotion } from './nodes/RcsPromotion/RcsPromotion.node';
export { RcsPromotionTrigger } from './nodes/RcsPromotionTrigger/RcsPromotionTrigger.node';
